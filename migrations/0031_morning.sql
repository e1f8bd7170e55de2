-- The dashboard tells of cohorts: what became of the links that were sent on a day.

-- What a person marked as seen, on a day of theirs, as it was then.
create table seen_cases (
  user_id text not null references users (id) on delete cascade,
  name text not null,
  stamp text not null,
  day text not null,
  primary key (user_id, name)
) strict, without rowid;

-- From now on settling counts them; links that were sent before are counted here.
insert into day_counters (name, day, n)
  select iif(l.state = 'indexed', 'came:', 'missed:') || j.tenant_id, substr(l.sent_at, 1, 10), count(*)
  from links l join jobs j on j.id = l.job_id
  where l.state in ('indexed', 'not_indexed') and l.sent_at is not null
  group by 1, 2;
