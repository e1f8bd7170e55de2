-- What the pre-flight warns of is told with the link, as is what keeps it from Bing: such a link is not sent to IndexNow.

alter table links add column warnings text not null default '[]';
alter table links add column bing_flags text not null default '[]';

update links set warnings = json_extract(facts, '$.warnings') where facts like '%"warnings":["%';
update jobs set outcome = json_set(outcome, '$.warned', 0);
update jobs set outcome = json_set(jobs.outcome, '$.warned', w.n)
  from (select job_id, count(*) as n from links where warnings <> '[]' group by job_id) w where jobs.id = w.job_id;
