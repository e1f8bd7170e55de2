-- Checks that wait for a Search Console property, by what they are for: 1 is asked first. In each class by workspace.
alter table looks add column class integer;
update looks set class = 1 where state = 'queued' and property is not null;
drop index looks_property;
create index looks_classes on looks (property, class, tenant_id, next_attempt_at)
  where state = 'queued' and property is not null;
create index looks_late on looks (property, class, created_at) where state = 'queued' and property is not null;

-- What was asked of a property on a day in California, by class and workspace.
create table google_uses (
  property text not null,
  day text not null,
  class integer not null check (class between 1 and 6),
  tenant_id text not null references tenants (id) on delete cascade,
  n integer not null check (n >= 0),
  primary key (property, day, class, tenant_id)
) strict, without rowid;
create index google_uses_day on google_uses (day);
create index google_uses_tenant on google_uses (tenant_id);

-- Days that Google ended before our count did, with the calls that it refused.
create table google_refused_days (
  property text not null,
  day text not null,
  refused integer not null check (refused > 0),
  primary key (property, day)
) strict, without rowid;
create index google_refused_days_day on google_refused_days (day);
