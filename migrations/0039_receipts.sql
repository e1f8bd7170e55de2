-- What is set aside in a purse, by the jobs that it is set aside for; and the lines of the ledger that a number of days is
-- the sum of.
create index reservations_open on reservations (tenant_id, kind, job_id) where reserved > used + returned;
create index ledger_days on ledger (tenant_id, kind, created_at, reason);
