-- The audit trail proves itself: each row has the keyed hash of itself and of the row before, and a salt for each text that
-- may name a person. Rows from before have neither until a task adds them.

alter table audit add column salts blob;
alter table audit add column hash blob;
create index audit_unchained on audit (seq) where hash is null;

-- Where the trail begins since its oldest rows were forgotten: one row a run, with the hash of the last row that went.
create table audit_heads (
  at text primary key,
  first_seq integer not null,
  hash_before blob not null,
  removed integer not null,
  by_rule text not null
) strict, without rowid;

-- The salted hashes of erased texts, with which the chain still verifies.
create table audit_erased (
  seq integer not null,
  field text not null check (field in ('actor', 'target', 'before', 'after', 'ip')),
  commitment blob not null,
  erased_at text not null,
  primary key (seq, field)
) strict, without rowid;
