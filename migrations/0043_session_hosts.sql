-- The workspace at whose own domain a session was opened: it works nowhere else. Null is the address of the install.
alter table sessions add column domain_of text;
-- Older sessions do not say where they were opened. Where own domains are in use, people sign in again.
delete from sessions where exists (select 1 from own_domains where proved_at is not null);
