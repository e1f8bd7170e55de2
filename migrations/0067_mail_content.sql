-- When the content of a letter went to the mail server: a letter that was claimed only can be sent again after a kill.

alter table mails add column content_at text;
update mails set content_at = handing_over_since where handing_over_since is not null;
