"""What signals say: kept in English with their figures, and worded when a moderator reads them."""

from django.utils.translation import gettext_noop

FEEDS = gettext_noop(
    "In {matches} matches, what the first did otherwise than the simple bot favoured the "
    "second above the other opponents: {deviations} standard errors. Of pairs as clear as this "
    "one, {chance} or fewer are to be expected by chance."
)
ANSWERS_ALIKE = gettext_noop(
    "On {days} of 90 days both answered within one hour, at tables where the other does not "
    "sit; by habit it would be {usual}. Of pairs as clear as this one, {chance} or fewer are "
    "to be expected by chance. Who plays side by side does the same."
)
SHARES_BROWSER = gettext_noop(
    "Both were used from one browser ({browser}) within 90 days, and met in {times}. "
    "Households and schools share these too."
)
SHARES_NETWORK = gettext_noop(
    "Both were used from one network ({network}) within 90 days, and met in {times}. "
    "Households and schools share these too."
)
SHARES_BOTH = gettext_noop(
    "Both were used from one browser ({browser}) and one network ({network}) within 90 days, and met in {times}. "
    "Households and schools share these too."
)
DAYS = (gettext_noop("1 day"), gettext_noop("{count} days"))
MATCHES = (gettext_noop("1 match"), gettext_noop("{count} matches"))
TIMES = (*DAYS, *MATCHES)
REPORTED = gettext_noop("A signal, not a verdict. {kind}: {one} and {other}. {words} Tables {tables}.")
"""What a report says that was opened from a signal."""
MESSAGES = (FEEDS, ANSWERS_ALIKE, SHARES_BROWSER, SHARES_NETWORK, SHARES_BOTH)


def times_words(count: int, words: tuple[str, str]) -> str:
    """Return a count of days or matches, in English as it is kept."""
    return words[0] if count == 1 else words[1].format(count=count)
