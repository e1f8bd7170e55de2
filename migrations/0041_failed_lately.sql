-- Jobs that ended lately with links that were not sent: the menu of every page counts them.
create index jobs_failed_lately on jobs (finished_at, tenant_id)
  where deleted_at is null and status = 'done' and outcome ->> '$.states.failed' > 0;
