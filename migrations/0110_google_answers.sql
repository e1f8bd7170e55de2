-- Checks of a push that Google itself answered, free.
create index looks_of_google on looks (job_id, method) where state = 'done' and adapter = 'search_console';
