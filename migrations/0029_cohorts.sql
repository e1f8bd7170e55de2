-- What the looks of day 1, 3 and 7 found, of the links of a push that were sent in one week to one host: rails of jobs and
-- the grid of cohorts read these rows, never the links. Kept by triggers, so that no way of settling a link passes them by.

-- A sent link waits for its look of day 1, 3 or 7, or was seen by it, or only after its credit had gone back, or never.
alter table links add column stage text as (case
  when sent_at is null then null
  when state = 'sent' then iif(looks > 1, 'wait7', iif(looks = 1, 'wait3', 'wait1'))
  when state = 'not_indexed' then 'never'
  when state = 'indexed' then iif(credit = 'released', 'later', iif(looks > 2, 'day7', iif(looks = 2, 'day3', 'day1')))
end) virtual;
-- The Monday of the week in which it was sent, UTC.
alter table links add column week text as (date(sent_at, 'weekday 0', '-6 days')) virtual;
alter table links add column host text
  as (substr(url, instr(url, '//') + 2, instr(substr(url, instr(url, '//') + 2) || '/', '/') - 1)) virtual;

-- How many of them stand in each stage.
create table cohorts (
  job_id text not null references jobs (id) on delete cascade,
  week text not null,
  host text not null,
  wait1 integer not null default 0,
  wait3 integer not null default 0,
  wait7 integer not null default 0,
  day1 integer not null default 0,
  day3 integer not null default 0,
  day7 integer not null default 0,
  later integer not null default 0,
  never integer not null default 0,
  primary key (job_id, week, host)
) strict, without rowid;

insert into cohorts select job_id, week, host,
  sum(stage = 'wait1'), sum(stage = 'wait3'), sum(stage = 'wait7'), sum(stage = 'day1'),
  sum(stage = 'day3'), sum(stage = 'day7'), sum(stage = 'later'), sum(stage = 'never')
from links where stage is not null group by 1, 2, 3;

create trigger links_born after insert on links when new.stage is not null
begin
  insert into cohorts values (new.job_id, new.week, new.host,
    new.stage = 'wait1', new.stage = 'wait3', new.stage = 'wait7', new.stage = 'day1',
    new.stage = 'day3', new.stage = 'day7', new.stage = 'later', new.stage = 'never')
  on conflict do update set
    wait1 = wait1 + excluded.wait1, wait3 = wait3 + excluded.wait3, wait7 = wait7 + excluded.wait7, day1 = day1 + excluded.day1,
    day3 = day3 + excluded.day3, day7 = day7 + excluded.day7, later = later + excluded.later, never = never + excluded.never;
end;

create trigger links_seen after update of state, looks, credit, sent_at on links
when new.stage is not null and (new.stage, new.week) is not (old.stage, old.week)
begin
  insert into cohorts values (new.job_id, new.week, new.host,
    new.stage = 'wait1', new.stage = 'wait3', new.stage = 'wait7', new.stage = 'day1',
    new.stage = 'day3', new.stage = 'day7', new.stage = 'later', new.stage = 'never')
  on conflict do update set
    wait1 = wait1 + excluded.wait1, wait3 = wait3 + excluded.wait3, wait7 = wait7 + excluded.wait7, day1 = day1 + excluded.day1,
    day3 = day3 + excluded.day3, day7 = day7 + excluded.day7, later = later + excluded.later, never = never + excluded.never;
end;

create trigger links_unseen after update of state, looks, credit, sent_at on links
when old.stage is not null and (new.stage, new.week) is not (old.stage, old.week)
begin
  update cohorts set
    wait1 = wait1 - (old.stage = 'wait1'), wait3 = wait3 - (old.stage = 'wait3'), wait7 = wait7 - (old.stage = 'wait7'), day1 = day1 - (old.stage = 'day1'),
    day3 = day3 - (old.stage = 'day3'), day7 = day7 - (old.stage = 'day7'), later = later - (old.stage = 'later'), never = never - (old.stage = 'never')
  where job_id = old.job_id and week = old.week and host = old.host;
end;

create trigger links_gone after delete on links when old.stage is not null
begin
  update cohorts set
    wait1 = wait1 - (old.stage = 'wait1'), wait3 = wait3 - (old.stage = 'wait3'), wait7 = wait7 - (old.stage = 'wait7'), day1 = day1 - (old.stage = 'day1'),
    day3 = day3 - (old.stage = 'day3'), day7 = day7 - (old.stage = 'day7'), later = later - (old.stage = 'later'), never = never - (old.stage = 'never')
  where job_id = old.job_id and week = old.week and host = old.host;
end;
