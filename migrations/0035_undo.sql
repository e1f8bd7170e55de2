-- A push made on a page waits for some seconds, in which it can be undone: null, or when it begins.
alter table jobs add column undo_until text;
