-- The list of jobs by how much is indexed, with all that its filters ask for; and jobs with links that were not sent.
create index jobs_rate on jobs (outcome ->> '$.indexed_rate', id, tenant_id, status, type, name, deleted_at)
  where deleted_at is null;
create index jobs_failed on jobs (tenant_id, id, status, type, name, deleted_at)
  where deleted_at is null and outcome ->> '$.states.failed' > 0;
