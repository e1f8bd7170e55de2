-- What a link was before it was ordered to be sent again: why and when it failed, and when its push was over, if it was.
-- Null of every link that does not wait to be sent again.
alter table links add column again text;
