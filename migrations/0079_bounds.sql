-- The triggers name the column, which is made anew.
drop trigger own_domain_ends_sessions;
drop trigger archive_ends_sessions;

-- What bounds a session or a step of a sign-in is a reference: when it goes, so does what it bounds.
delete from sessions where domain_of is not null and domain_of not in (select id from tenants);
delete from sso_sessions where session_id not in (select id from sessions);
delete from sso_flows where session_id not in (select id from sessions);
alter table sessions rename column domain_of to was_of;
alter table sessions add column domain_of text references tenants (id) on delete cascade;
update sessions set domain_of = was_of;
alter table sessions drop column was_of;
create index sessions_domain on sessions (domain_of) where domain_of is not null;

-- A step lasts ten minutes: people who are between the two steps of a sign-in begin again.
delete from sign_in_steps;
alter table sign_in_steps drop column handoff;
alter table sign_in_steps add column handoff text references sso_sessions (id) on delete cascade;
alter table sign_in_steps add column domain_of text references tenants (id) on delete cascade;
create index sign_in_steps_handoff on sign_in_steps (handoff) where handoff is not null;
create index sign_in_steps_domain on sign_in_steps (domain_of) where domain_of is not null;

create trigger own_domain_ends_sessions after update of domain on tenants
when old.domain is not null and new.domain is not old.domain
begin
  delete from sessions where domain_of = new.id;
  delete from sign_in_steps where domain_of = new.id;
end;
create trigger archive_ends_sessions after update of archived_at on tenants
when old.archived_at is null and new.archived_at is not null
begin
  delete from sessions where domain_of in (
    select id from tenants where path >= new.path and path < new.path || '~');
  delete from sign_in_steps where domain_of in (
    select id from tenants where path >= new.path and path < new.path || '~');
end;

-- A deploy hook pushes by the rules of its standing push. Without them it would push more: it pauses until a person looks.
create trigger deploy_hooks_of_deleted_push before delete on standing_pushes begin
  update deploy_hooks set paused = 1 where standing_push_id = old.id;
end;
