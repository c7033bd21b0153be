"""Pages of reports and of the desk."""
