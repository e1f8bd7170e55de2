-- Letters have one language.
alter table report_recipients drop column language;
