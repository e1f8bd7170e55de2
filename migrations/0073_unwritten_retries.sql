-- Failed links of large orders that are sent again: the order is one transaction, their rows follow in slices.
create table unwritten_retries (
  first_link integer primary key,
  job_id text not null references jobs (id),
  link_ids text not null,
  due_at text not null,
  -- When the push had ended before the order.
  ended_at text
) strict;
create index unwritten_retries_job on unwritten_retries (job_id);
