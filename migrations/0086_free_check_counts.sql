-- The counts of free checks are those of the log: checks that reused a result count too, without counting against a cap,
-- and refusals that the log leaves out are counted apart.
alter table free_check_days add column reused integer not null default 0;
alter table free_check_days add column unlogged integer not null default 0;
insert into free_check_days (day, what, name, checks, refused, reused)
  select substr(created_at, 1, 10) as day, what, name, sum(state <> 'refused') as logged, sum(state = 'refused'),
    sum(state <> 'refused')
  from (
    select created_at, state, 'kind' as what, kind as name from free_checks
    union all select created_at, state, 'country', country from free_checks where country is not null
    union all select created_at, state, 'city', city from free_checks where city is not null
    union all select created_at, state, 'domain', domain from free_checks
    union all select created_at, state, 'ip', ip from free_checks
    union all select created_at, state, 'network', network from free_checks)
  group by 1, 2, 3
  on conflict (day, what, name) do update set checks = excluded.checks, refused = excluded.refused,
    reused = max(0, excluded.checks - free_check_days.checks),
    unlogged = max(0, free_check_days.refused - excluded.refused);
