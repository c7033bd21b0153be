from typing import Any

from django.db import migrations

import accounts.fields
from accounts.values.looks import look_of


def look_at_all(apps: Any, schema_editor: Any) -> None:
    """Fill the column for the users that are there."""
    users = apps.get_model("accounts", "User").objects.using(schema_editor.connection.alias)
    for number, name in users.values_list("pk", "username").iterator():
        users.filter(pk=number).update(name_look=look_of(name))


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.AddField(
            "user",
            "name_look",
            accounts.fields.NameLookField(db_default="", db_index=True, default="", editable=False, max_length=192),
        ),
        migrations.RunPython(look_at_all, migrations.RunPython.noop, elidable=True),
    ]
