-- Identity providers belong to the install alone. Those of workspaces end, with the sessions that they opened.

-- What has ended and is not reported yet, a row for each provider and for each person who could sign in by nothing else.
create table ended_sign_ins (
  id integer primary key,
  provider_id text not null,
  provider text not null,
  issuer text not null,
  tenant_id text not null,
  sessions integer not null,
  user_id text references users (id) on delete cascade
) strict;
create index ended_sign_ins_user on ended_sign_ins (user_id);

insert into ended_sign_ins (provider_id, provider, issuer, tenant_id, sessions)
  select p.id, p.name, p.issuer, p.tenant_id,
    (select count(*) from sso_sessions s where s.provider_id = p.id and s.session_id is not null)
  from identity_providers p where p.tenant_id is not null order by p.id;

insert into ended_sign_ins (provider_id, provider, issuer, tenant_id, sessions, user_id)
  select min(p.id), p.name, p.issuer, p.tenant_id, 0, i.user_id
  from identities i join identity_providers p on p.id = i.provider_id join users u on u.id = i.user_id
  where p.tenant_id is not null and u.password_hash is null
    and not exists (select 1 from identities o join identity_providers q on q.id = o.provider_id
      where o.user_id = u.id and q.tenant_id is null)
    and not exists (select 1 from factors f
      where f.user_id = u.id and f.kind = 'passkey' and f.confirmed_at is not null)
  group by i.user_id order by i.user_id;

-- References are not followed during an upgrade.
delete from sessions where limited_to is not null or id in (
  select s.session_id from sso_sessions s join identity_providers p on p.id = s.provider_id
  where p.tenant_id is not null);
delete from sign_in_steps where limited_to is not null or handoff in (
  select s.id from sso_sessions s join identity_providers p on p.id = s.provider_id where p.tenant_id is not null);
update workspace_views set session_id = null where session_id not in (select id from sessions);
delete from identity_providers where tenant_id is not null;
delete from identities where provider_id not in (select id from identity_providers);
delete from sso_flows where provider_id not in (select id from identity_providers)
  or session_id not in (select id from sessions);
delete from sso_offers where provider_id not in (select id from identity_providers);
delete from sso_sessions where provider_id not in (select id from identity_providers)
  or session_id not in (select id from sessions);
delete from sso_memberships where provider_id not in (select id from identity_providers);

drop index identity_providers_client;
drop index identity_providers_tenant;
alter table identity_providers drop column tenant_id;
alter table identity_providers drop column domain_token;
create unique index identity_providers_client on identity_providers (issuer, client_id);

alter table sessions drop column limited_to;
alter table sign_in_steps drop column limited_to;
