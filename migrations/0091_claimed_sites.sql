-- A site that people of its own workspace added, with nobody above it: the host is theirs once its key file proves it, so
-- that no client takes pages out of the reports of another by adding its host.
alter table indexnow_sites add column claimed integer not null default 0 check (claimed in (0, 1));
