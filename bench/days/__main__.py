"""Print the counts of sixty simulated days, one line of JSON per figure; fail if one that must be 0 is not."""

import argparse
import json
import sys

from bench.database import own_database


def main() -> int:
    """Run the simulation and print its figures. Return 1 if one that must be 0 is not."""
    parser = argparse.ArgumentParser(prog="python -m bench.days", description="Simulate days of the site.")
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--days", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with own_database():
        from bench.days.run import Days
        from bench.days.watch import MUST_BE_ZERO

        figures = Days(**vars(chosen)).run()
    for name, value in figures.items():
        print(json.dumps({"figure": f"days.{name}", "value": value, "unit": ""}), flush=True)
    return int(any(figures[name] for name in MUST_BE_ZERO))


if __name__ == "__main__":
    sys.exit(main())
