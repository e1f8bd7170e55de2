-- A page that Google showed to people is indexed: `impression` is a method of its own. Triggers go with the old column.
drop trigger looks_ended;
drop trigger looks_priced;
drop trigger looks_moved;
alter table looks rename column method to method_before;
alter table looks add column method text
  check (method in ('inspection', 'search_result', 'supplier_report', 'simulated', 'impression'));
update looks set method = method_before where method_before is not null;
alter table looks drop column method_before;

create trigger looks_ended after update of finished_at on looks when old.finished_at is null and new.finished_at is not null
begin
  insert into look_days values (substr(new.finished_at, 1, 10), new.tenant_id, new.engine, 1,
    iif(new.indexed in ('yes', 'no'), new.credits, 0), new.cost_usd, new.cost_usd = 0 and new.method is 'search_result')
  on conflict do update set looks = looks + 1, credits_used = credits_used + excluded.credits_used,
    cost_usd = cost_usd + excluded.cost_usd, unpriced = unpriced + excluded.unpriced;
end;
create trigger looks_priced after update of cost_usd on looks when old.finished_at is not null
begin
  update look_days set cost_usd = cost_usd + new.cost_usd - old.cost_usd,
    unpriced = unpriced + (new.cost_usd = 0 and new.method is 'search_result') - (old.cost_usd = 0 and old.method is 'search_result')
  where day = substr(new.finished_at, 1, 10) and tenant_id = new.tenant_id and engine = new.engine;
end;
create trigger looks_moved after update of tenant_id on looks
when old.finished_at is not null and new.tenant_id <> old.tenant_id
begin
  update look_days set looks = looks - 1, credits_used = credits_used - iif(old.indexed in ('yes', 'no'), old.credits, 0),
    cost_usd = cost_usd - old.cost_usd, unpriced = unpriced - (old.cost_usd = 0 and old.method is 'search_result')
  where day = substr(old.finished_at, 1, 10) and tenant_id = old.tenant_id and engine = old.engine;
  insert into look_days values (substr(new.finished_at, 1, 10), new.tenant_id, new.engine, 1,
    iif(new.indexed in ('yes', 'no'), new.credits, 0), new.cost_usd, new.cost_usd = 0 and new.method is 'search_result')
  on conflict do update set looks = looks + 1, credits_used = credits_used + excluded.credits_used,
    cost_usd = cost_usd + excluded.cost_usd, unpriced = unpriced + excluded.unpriced;
end;

-- Pages that Google showed on a day, of links of the workspaces that the property serves.
create table impressions (
  tenant_id text not null references tenants (id) on delete cascade,
  url_hash integer not null,
  day text not null,
  property text not null,
  impressions integer not null check (impressions > 0),
  primary key (tenant_id, url_hash, day)
) strict, without rowid;
create index impressions_day on impressions (day);
create index sent_urls_hash on sent_urls (url_hash);

-- Finished days of properties, to be read once each.
create table impression_days (
  property text not null,
  day text not null,
  -- When it is read; null: it is.
  due_at text,
  tries integer not null default 0,
  pages integer not null default 0,
  ours integer not null default 0,
  read_at text,
  why text,
  primary key (property, day)
) strict, without rowid;
create index impression_days_due on impression_days (due_at) where due_at is not null;
create index impression_days_day on impression_days (day);
