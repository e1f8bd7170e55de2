-- Each slot and each Search Console property finds what is due in its own queue, however long the others are.

create index looks_due_of_slot on looks (engine, next_attempt_at) where state = 'queued' and property is null;
create index looks_due_of_property on looks (property, next_attempt_at) where state = 'queued' and property is not null;
