-- Routes and check engines that take no work, until they do: the operator gets one letter of each stop.
create table supply_stops (
  name text primary key,
  since text not null,
  seen_at text not null,
  reason text not null,
  told_at text
) strict, without rowid;
