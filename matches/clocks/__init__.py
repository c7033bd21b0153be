"""Time controls, deadlines, seat clocks and pauses."""
