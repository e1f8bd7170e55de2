-- The jobs of a workspace in which something happened lately, over or not: a digest tells of these alone.
create index jobs_moved on jobs (tenant_id, updated_at) where deleted_at is null;
