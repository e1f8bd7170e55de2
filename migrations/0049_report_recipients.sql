-- A removed recipient stays, so that an unsubscription outlives the list and letters keep their history.
alter table report_recipients add column removed_at text;
-- Letters whose result is not noted yet.
create index report_deliveries_queued on report_deliveries (mail_id) where state = 'queued';

-- What mail servers and mail services reported after they had taken a letter.
create table mail_bounces (
  id text primary key,
  mail_id text references mails (id) on delete cascade,
  address text not null,
  kind text not null check (kind in ('hard', 'soft', 'complaint')),
  answer text not null check (length(answer) <= 400),
  at text not null,
  -- Reported twice, it counts once.
  unique (mail_id, kind)
) strict, without rowid;
create index mail_bounces_address on mail_bounces (address, at);
