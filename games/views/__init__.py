"""Pages: one function a page, which reads by selectors and writes by services."""
