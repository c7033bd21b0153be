"""The yardstick of answers: a plain view of Django REST framework that stores one row, served as Django serves it."""
