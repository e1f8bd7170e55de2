-- Reports of mail services that were read, by digest: one that comes again changes nothing.
create table bounce_reports (
  digest text primary key,
  at text not null
) strict, without rowid;
create index bounce_reports_at on bounce_reports (at);
