-- What a session was opened with, and when its person last proved who they are. A session of before counts from its start.

alter table sessions add column methods text not null default 'pwd';
alter table sessions add column proved_at text not null default '1970-01-01T00:00:00.000Z';
update sessions set proved_at = created_at;
