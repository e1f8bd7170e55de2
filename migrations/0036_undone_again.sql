-- A job that was over, was sent again and is undone within its ten seconds has not finished once more: nobody is told.
drop trigger jobs_finished;
create trigger jobs_finished after update of finished_at on jobs
when new.finished_at is not null and old.finished_at is null and new.status = 'done' and new.deleted_at is null
  and (old.undo_until is null or old.undo_until <= new.updated_at)
begin
  insert into happenings (event, tenant_id, subject) select 'job_finished', new.tenant_id, new.id
  where not exists (select 1 from happenings where event = 'job_finished' and subject = new.id);
end;
