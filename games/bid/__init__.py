{% load static %}<link rel="stylesheet" href="{% static 'css/plaques.css' %}">
