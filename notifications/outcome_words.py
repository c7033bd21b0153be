"""What came of a message: kept in English, and worded when its owner reads it."""

from django.utils.translation import gettext_noop

TAKEN = gettext_noop("It was taken.")
NOT_REACHED = gettext_noop("The other end could not be reached.")
NOT_TAKEN = gettext_noop("The other end did not take it ({status}).")
TAKES_NOTHING = gettext_noop("The other end takes nothing from us any more ({status}).")
NO_SUCH_WEBHOOK = gettext_noop("The other end says that there is no such webhook ({status}).")
UNLINKED = gettext_noop("{messenger} is not linked.")
WEBHOOK_GONE = gettext_noop("The webhook is gone: {status}.")
WEBHOOK_ANSWERED = gettext_noop("The webhook answered {status}.")
UNREACHED = gettext_noop("{messenger} could not be reached.")
REFUSED = gettext_noop("{messenger} refused it: {status}.")
TOO_LONG = gettext_noop("{messenger} takes nothing for longer than we wait.")
ANSWERED = gettext_noop("{messenger} answered {status}.")
OF_WEBHOOKS = (NOT_TAKEN, NO_SUCH_WEBHOOK, WEBHOOK_GONE, WEBHOOK_ANSWERED)
WITH_VALUES = (*OF_WEBHOOKS, TAKES_NOTHING, UNLINKED, UNREACHED, REFUSED, TOO_LONG, ANSWERED)
