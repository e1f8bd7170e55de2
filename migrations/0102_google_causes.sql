-- Why Google says that a page is not indexed, the page it chose instead, and its last visit, of a URL inspection.
alter table looks add column cause text;
alter table looks add column google_canonical text;
alter table looks add column crawled_at text;
