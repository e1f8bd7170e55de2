-- One word for one thing: what happens by itself is a task, what a customer orders is a job.

alter table job_runs rename to task_runs;
alter table task_runs rename column job to task;
drop index job_runs_job;
create index task_runs_task on task_runs (task, id);
