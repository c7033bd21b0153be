from typing import Any

from django.db import migrations

from accounts.former_names import hash_of


def hashed(apps: Any, schema_editor: Any) -> None:
    """Hash the names that were kept as they are."""
    for row in apps.get_model("accounts", "FormerName").objects.all():
        row.name_key = hash_of(row.name_key)
        row.save(update_fields=["name_key"])


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0009_signals'),
    ]

    operations = [
        migrations.RunPython(hashed, migrations.RunPython.noop),
    ]
