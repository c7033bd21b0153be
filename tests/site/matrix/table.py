"""The matrix as a file that people read: a line for each address, method and state; a column for each role."""

from pathlib import Path

from tests.site.matrix.asking import Case

HERE = Path(__file__).parent
Line = tuple[Case, list[str]]


def read(name: str, roles: list[str]) -> dict[Case, dict[str, str]]:
    """The lines of a file; its first names the roles."""
    first, *lines = (HERE / f"{name}.txt").read_text().splitlines()
    assert first.split()[4:] == roles, f"{name}.txt names other roles than the world has"
    rows = [line.split() for line in lines if line.strip()]
    return {Case(*row[:3]): dict(zip(roles, row[3:], strict=True)) for row in rows}


def write(name: str, roles: list[str], lines: list[Line]) -> None:
    """Write a file anew."""
    head = f"# {'address':<34} {'method':<6} {'state':<8} " + " ".join(f"{role:<9}" for role in roles)
    body = [
        f"{case.route:<36} {case.method:<6} {case.state:<8} " + " ".join(f"{word:<9}" for word in words)
        for case, words in lines
    ]
    (HERE / f"{name}.txt").write_text("\n".join(line.rstrip() for line in [head, *body]) + "\n")
