"""The one address of the yardstick, which is that of an answer."""

from django.http import HttpResponseRedirect
from django.urls import path
from django.utils import timezone
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.api.authentication import asking
from matches.models import AnswerHour

KEY = ["user", "match", "hour"]


class Form(serializers.Serializer[None]):
    """The fields of an answer's form."""

    step = serializers.IntegerField(min_value=0)
    action = serializers.CharField(max_length=1000)


class AnswerView(APIView):
    """Stores one row for each answer."""

    permission_classes = (IsAuthenticated,)

    def post(self, request: Request, number: int) -> HttpResponseRedirect:
        """Validate the form, store the row and redirect to the table."""
        form = Form(data=request.data)
        form.is_valid(raise_exception=True)
        hour = timezone.now().replace(minute=0, second=0, microsecond=0)
        row = AnswerHour(match_id=number, user_id=asking(request).pk, hour=hour)
        # Written also if it is there, as an answer that is changed.
        AnswerHour.objects.bulk_create([row], update_conflicts=True, unique_fields=KEY, update_fields=["hour"])
        return HttpResponseRedirect(f"/table/{number}/")


urlpatterns = [path("table/<int:number>/answer/", AnswerView.as_view())]
