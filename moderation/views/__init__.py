"""The pages of reports and of the desk."""
