-- What the looks of deleted jobs cost, by the day they ended: caps and margins count money that was spent.
create table past_looks (
  day text not null,
  tenant_id text not null,
  engine text not null check (engine in ('scan_standard', 'scan_live', 'scan_bing', 'upstream')),
  looks integer not null check (looks >= 0),
  -- Check credits spent on a yes or a no.
  credits_used integer not null check (credits_used >= 0),
  cost_usd real not null check (cost_usd >= 0),
  -- Results whose vendor did not tell a price.
  unpriced integer not null check (unpriced >= 0),
  primary key (day, tenant_id, engine)
) strict, without rowid;
create index past_looks_engine on past_looks (engine, day);
