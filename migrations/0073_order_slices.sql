-- Rows of large orders that are not written yet: an order is one transaction, its links or checks follow in slices.
create table order_slices (
  id integer primary key,
  job_id text not null references jobs (id),
  kind text not null check (kind in ('links', 'retries', 'checks')),
  index_credits integer not null,
  check_credits integer not null,
  data text not null
) strict;
create index order_slices_job on order_slices (job_id);
create index order_slices_kind on order_slices (kind);

insert into order_slices (job_id, kind, index_credits, check_credits, data)
  select job_id, 'links', iif(credit = 'reserved', count, 0), 0,
    json_object('first_link', first_link, 'state', state, 'credit', credit, 'urls', json(urls), 'push_anyway', json(push_anyway))
  from unwritten_links order by first_link;
insert into order_slices (job_id, kind, index_credits, check_credits, data)
  select job_id, 'checks', 0, credits * json_array_length(link_ids), json_object('tenant_id', tenant_id, 'job_id', job_id,
    'engine', engine, 'purpose', purpose, 'credits', credits, 'link_ids', json(link_ids))
  from unwritten_looks order by id;
drop table unwritten_links;
drop table unwritten_looks;
