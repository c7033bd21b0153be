"""The chat languages that a host may choose for a table."""

LANGUAGES = {
    "en": "English",
    "cs": "čeština",
    "da": "dansk",
    "de": "Deutsch",
    "es": "español",
    "fi": "suomi",
    "fr": "français",
    "hu": "magyar",
    "it": "italiano",
    "ja": "日本語",
    "ko": "한국어",
    "nl": "Nederlands",
    "no": "norsk",
    "pl": "polski",
    "pt": "português",
    "ru": "русский",
    "sv": "svenska",
    "tr": "Türkçe",
    "uk": "українська",
    "zh": "中文",
}
"""Each code with the name that its speakers use."""
