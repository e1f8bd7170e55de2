-- Letters about sources that cannot be read, and about questions of readers.
alter table notice_settings add column source_days integer not null default 2 check (source_days between 1 and 6);
alter table standing_pushes add column warned_since text;
-- People who get letters about problems get these as well.
update notice_settings set events = json_insert(events, '$[#]', 'source_failing', '$[#]', 'question_asked')
where json_array_length(events) > 0;
