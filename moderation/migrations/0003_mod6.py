from django.db import migrations, models

from moderation.migrations import _triggers


class Migration(migrations.Migration):

    dependencies = [
        ('moderation', '0002_signals'),
    ]

    operations = [
        # On SQLite there is a trigger more: no row is replaced by inserting another.
        migrations.RunPython(_triggers.make, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='signal',
            name='kind',
            field=models.CharField(choices=[('feeding', 'One plays for the other'), ('timing', 'They answer at the same hours'), ('shared', 'The same device or network')], max_length=10),
        ),
    ]
