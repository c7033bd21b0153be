"""The charts of ratings: where lines and labels lie."""

from ladders.charts import history_chart, spark_line


def test_a_line_rises_with_the_rating_and_ends_at_the_last():
    line = spark_line((1500, 1530, 1590))
    points = [tuple(map(float, point.split(","))) for point in line.points.split()]
    assert points[-1] == line.last
    assert [x for x, _ in points] == [4.0, 55.0, 106.0]
    assert points[0][1] > points[1][1] > points[2][1], "higher ratings are further up"


def test_small_changes_look_small():
    low, high = (max(y) - min(y) for y in (_heights((1500, 1501)), _heights((1500, 1590))))
    assert low < high / 10


def _heights(values: tuple[int, ...]) -> list[float]:
    return [float(point.split(",")[1]) for point in spark_line(values).points.split()]


def test_labels_are_round_numbers_around_all_ratings():
    chart = history_chart((1480, 1533))
    assert [value for value, _ in chart.ticks] == [1450, 1500, 1550]
    heights = [y for _, y in chart.ticks]
    assert heights == sorted(heights, reverse=True)
    assert history_chart(()).last is None
    assert [value for value, _ in history_chart((1200, 1800)).ticks][::3] == [1200, 1800], "few labels where it is wide"
