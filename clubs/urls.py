"""URLs of clubs."""

from django.urls import path

from clubs.views import chat, clubs, feeds, manage, tables

app_name = "clubs"
urlpatterns = [
    path("clubs/", clubs.index, name="clubs"),
    path("clubs/new/", clubs.new, name="new"),
    path("clubs/invited/<str:token>/", clubs.invitation, name="invited"),
    path("club/<int:number>/", clubs.club, name="club"),
    path("feeds/<str:token>/club/<int:number>.atom", feeds.results, name="feed"),
    path("club/<int:number>/join/", clubs.join, name="join"),
    path("club/<int:number>/leave/", clubs.leave, name="leave"),
    path("club/<int:number>/manage/", manage.manage, name="manage"),
    path("club/<int:number>/link/", manage.link, name="link"),
    path("club/<int:number>/member/", manage.member, name="member"),
    path("club/<int:number>/close/", manage.close, name="close"),
    path("club/<int:number>/open-table/", tables.new_table, name="new_table"),
    path("club/<int:number>/chat/", chat.chat, name="chat"),
    path("club/<int:number>/chat/take-back/", chat.take_back, name="take_back"),
]
