"""Template tags for tables, rules, clocks and conditional moves."""
