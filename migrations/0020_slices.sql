-- Work that has fallen due is found push by push, however much of it there is, and done in steps that a kill may end.

-- The links of a push that wait for their day.
drop index links_due;
create index links_due on links (job_id, due_at) where due_at is not null;

-- Looks that were refused, and are asked again once the settings have changed.
create index looks_refused on looks (next_attempt_at) where state = 'queued' and failure in ('auth', 'quota');

-- A workspace was restored: since when the days of its push move, and up to which link they have.
alter table jobs add column resumed_at text;
alter table jobs add column resumed_link integer not null default 0;

-- Called off, with links that are still to be settled.
create index jobs_cancelling on jobs (id) where status = 'cancelled' and finished_at is null;
