import django.db.models.deletion
from django.db import migrations, models

from games.planbook import NO_ORDERS, sealed_orders
from games.vault import seal, unseal


def give_rows(apps, schema_editor):
    """Every seat of a match that has begun has a plan, empty or not."""
    plans, seats = apps.get_model("games", "Plan"), apps.get_model("games", "Seat")
    begun = seats.objects.filter(match__step__gte=0).values_list("pk", flat=True)
    plans.objects.bulk_create([plans(seat_id=key, sealed=sealed_orders(NO_ORDERS)) for key in begun], batch_size=500)


def seal_who_answered(apps, schema_editor):
    """Who or what gave an answer that is not open yet becomes a part of what is sealed."""
    for answer in apps.get_model("games", "Answer").objects.all():
        answer.sealed = seal({**unseal(answer.sealed), "by": f"{answer.by:8}"})
        answer.save(update_fields=["sealed"])


class Migration(migrations.Migration):
    dependencies = [("games", "0003_talk")]

    operations = [
        migrations.CreateModel(
            name="Plan",
            fields=[
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="plan",
                        serialize=False,
                        to="games.seat",
                    ),
                ),
                ("sealed", models.BinaryField()),
            ],
        ),
        migrations.RunPython(give_rows, migrations.RunPython.noop),
        migrations.RunPython(seal_who_answered, migrations.RunPython.noop),
        migrations.RemoveField(model_name="answer", name="by"),
    ]
