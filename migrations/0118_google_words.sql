-- Why Google keeps a link out that was not found, by the newest inspection that knew it. Reports and portals count it per
-- push in an index. Kept by triggers, so that no way of settling a link passes them.
alter table links add column google_cause text;

update links set google_cause = newest.cause
from (
  select link_id, cause, indexed, max(id) from looks
  where state = 'done' and adapter = 'search_console' and indexed in ('yes', 'no') group by link_id) newest
where newest.link_id = links.id and newest.indexed = 'no' and links.state = 'not_indexed';

create index links_google_cause on links (job_id, google_cause, host) where google_cause is not null;

create trigger link_missed_at_google after update of state on links
when new.state = 'not_indexed' and old.state <> 'not_indexed' and exists (
  select 1 from looks where job_id = new.job_id and link_id = new.id and cause is not null)
begin
  update links set google_cause = (
    select iif(indexed = 'no', cause, null) from looks
    where job_id = new.job_id and link_id = new.id and state = 'done' and adapter = 'search_console'
      and indexed in ('yes', 'no') order by id desc limit 1)
  where id = new.id;
end;

create trigger link_left_missed after update of state on links
when old.google_cause is not null and new.state <> 'not_indexed'
begin
  update links set google_cause = null where id = new.id;
end;

create trigger link_inspected_again after update of finished_at on looks
when old.finished_at is null and new.finished_at is not null and new.adapter = 'search_console'
  and new.indexed in ('yes', 'no') and new.link_id is not null
begin
  update links set google_cause = iif(new.indexed = 'no', new.cause, null)
  where id = new.link_id and state = 'not_indexed' and google_cause is not iif(new.indexed = 'no', new.cause, null);
end;
