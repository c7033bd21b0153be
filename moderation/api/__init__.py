"""The API of reports and sanctions."""
