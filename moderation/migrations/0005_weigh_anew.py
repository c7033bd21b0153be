from django.db import migrations


def weigh_anew(apps, schema_editor):
    """Matches were weighed on another scale before: the nightly work weighs them again."""
    apps.get_model("moderation", "Weighed").objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [
        ("moderation", "0004_rights6"),
    ]

    operations = [
        migrations.RunPython(weigh_anew, migrations.RunPython.noop),
    ]
