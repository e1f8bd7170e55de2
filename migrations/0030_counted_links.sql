-- A push is counted anew from its index alone: a seventh of the time of one that looks at each of its links.
drop index links_job;
create index links_job on links (job_id, state, indexed, credit, before_indexed, next_look_at, warnings <> '[]');
