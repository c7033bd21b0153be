"""What may speak for two players working together: functions of values, which judge nobody."""
