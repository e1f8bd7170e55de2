-- An own domain counts once it is proved, by a TXT record or a file on the host. What a workspace asked for and what it
-- proved stands here; tenants.domain is the one in force. Those in force stay: where they lead here, the next look proves it.
create table own_domains (
  tenant_id     text not null references tenants (id),
  host          text not null,
  token         text not null,
  proved_at     text,
  checked_at    text,
  failing_since text,
  problem       text,
  next_look_at  text,
  created_at    text not null,
  primary key (tenant_id, host)
) strict, without rowid;

create unique index own_domains_in_force on own_domains (host) where proved_at is not null;
create index own_domains_due on own_domains (next_look_at) where next_look_at is not null;

insert into own_domains (tenant_id, host, token, proved_at, next_look_at, created_at)
  select id, domain, lower(hex(randomblob(16))), updated_at, updated_at, updated_at from tenants where domain is not null;
