-- Pages with job postings and live videos, which Google's Indexing API takes where the owner of a property allows it.
alter table google_properties add column indexing integer not null default 0;
alter table google_invites add column indexing integer not null default 0;

create table job_postings (
  id text primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  url text not null,
  type text not null check (type in ('URL_UPDATED', 'URL_DELETED')),
  state text not null check (state in ('queued', 'sending', 'published', 'refused')),
  why text,
  asked_at text not null,
  -- When the page was last read.
  read_at text not null,
  -- When Google was last called for it; of a lost answer, so that Google is asked first.
  called_at text,
  published_at text,
  -- When an update of it was last published: a removal needs one.
  updated_at text,
  unique (tenant_id, url)
) strict;
create index job_postings_listed on job_postings (asked_at, id);
create index job_postings_open on job_postings (state, tenant_id, asked_at) where state in ('queued', 'sending');
create index job_postings_called on job_postings (tenant_id, called_at) where called_at is not null;
