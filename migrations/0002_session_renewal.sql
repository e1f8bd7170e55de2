-- 1: the rights of the session's user changed, so that the next page gives it a new token.
alter table sessions add column renew integer not null default 0 check (renew in (0, 1));
