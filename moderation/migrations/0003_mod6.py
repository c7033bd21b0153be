from django.db import migrations

from moderation.migrations import _triggers


class Migration(migrations.Migration):

    dependencies = [
        ('moderation', '0002_signals'),
    ]

    operations = [
        # On SQLite there is a trigger more: no row is replaced by inserting another.
        migrations.RunPython(_triggers.make, migrations.RunPython.noop),
    ]
