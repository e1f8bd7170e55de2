-- A person chooses a language, or reads that of their workspace.
alter table users add column own_locale integer not null default 0 check (own_locale in (0, 1));
update users set own_locale = 1 where locale <> 'en';
