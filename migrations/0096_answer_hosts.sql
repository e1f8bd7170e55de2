-- Facts about sites that matter to answer engines, from the first page of each pre-flight. Public, so of no workspace.
create table answer_hosts (
  origin text primary key,
  read_at text not null,
  training_refused text not null,
  signal text,
  cdn text
) strict, without rowid;
create index answer_hosts_read on answer_hosts (read_at);
