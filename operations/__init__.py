"""Tools for operators: health probes, metrics, logs, a doctor and backups."""
