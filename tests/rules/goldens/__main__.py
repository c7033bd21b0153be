"""Writes every playthrough anew."""

from tests.rules.goldens import GOLDENS, path_of, text_of

if __name__ == "__main__":
    for golden in GOLDENS:
        path_of(golden).write_text(text_of(golden))
        print(path_of(golden).name)
