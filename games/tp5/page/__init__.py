"""The page of TP5: its questions, rows and texts."""
