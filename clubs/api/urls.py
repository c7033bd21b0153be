"""URLs of clubs below /api/v1/."""

from django.urls import path

from clubs.api.chat import ClubChatView, ClubMessageView, ReadView
from clubs.api.clubs import ClubsView, OneClubView
from clubs.api.members import LinkView, MembershipView, MemberView
from clubs.api.tables import ClubTablesView

urlpatterns = [
    path("clubs", ClubsView.as_view(), name="clubs"),
    path("clubs/<int:number>", OneClubView.as_view(), name="club"),
    path("clubs/<int:number>/membership", MembershipView.as_view(), name="club_membership"),
    path("clubs/<int:number>/link", LinkView.as_view(), name="club_link"),
    path("clubs/<int:number>/members/<str:name>", MemberView.as_view(), name="club_member"),
    path("clubs/<int:number>/tables", ClubTablesView.as_view(), name="club_tables"),
    path("clubs/<int:number>/chat", ClubChatView.as_view(), name="club_chat"),
    path("clubs/<int:number>/chat/mark-read", ReadView.as_view(), name="club_chat_mark_read"),
    path("clubs/<int:number>/chat/<int:message>", ClubMessageView.as_view(), name="club_message"),
]
