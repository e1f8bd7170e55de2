-- A search walks the jobs in their order, and takes of each which links it has: the index alone tells both.
create index jobs_spans on jobs (id, deleted_at, tenant_id, link_count, first_link, last_link);
