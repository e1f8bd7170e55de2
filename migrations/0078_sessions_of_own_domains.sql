-- Sessions of an own domain end with it: when the workspace gets another one or none, and when it is archived.
create trigger own_domain_ends_sessions after update of domain on tenants
when old.domain is not null and new.domain is not old.domain
begin
  delete from sessions where domain_of = new.id;
end;

create trigger archive_ends_sessions after update of archived_at on tenants
when old.archived_at is null and new.archived_at is not null
begin
  delete from sessions where domain_of in (
    select id from tenants where path >= new.path and path < new.path || '~');
end;
