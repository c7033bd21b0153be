"""What operators need: signs of life, figures, logs, a doctor, backups."""
