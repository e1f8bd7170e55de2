-- Whether a rule also stops keys and apps of people without a second factor.
alter table factor_rules add column keys_too integer not null default 0 check (keys_too in (0, 1));
