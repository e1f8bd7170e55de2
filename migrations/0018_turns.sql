-- Agencies take turns: of each workspace what has waited longest is found, however long the lines of the others are.

create index looks_turns on looks (engine, tenant_id, next_attempt_at) where state = 'queued' and property is null;
create index batches_turns on batches (tenant_id, next_attempt_at) where next_attempt_at is not null;
create index mails_turns on mails (coalesce(tenant_id, ''), next_attempt_at) where next_attempt_at is not null;
