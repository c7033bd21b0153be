from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0002_user_language'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='log_outs',
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False, verbose_name='times logged out everywhere'),
        ),
    ]
