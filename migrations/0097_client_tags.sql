-- Words that an agency keeps with a client, as a JSON list in the order of the alphabet.
alter table tenants add column tags text not null default '[]';
