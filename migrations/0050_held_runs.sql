-- Runs that wait for a decision: Today asks for them, among months of runs.
create index standing_runs_held on standing_runs (push_id, id) where state = 'held' and decided is null;
