-- Findings about answer engines: JSON texts such as "chatgpt:robots 12 Disallow: /". Null: never judged; []: all open.
alter table links add column answers text;

-- Links of a job by their findings, with one of them; '[]' counts the links that are open to all.
create table answer_tallies (
  job_id text not null references jobs (id) on delete cascade,
  answers text not null,
  links integer not null,
  example text not null,
  primary key (job_id, answers)
) strict, without rowid;

create trigger answer_judged after update of answers on links when new.answers is not null
begin
  insert into answer_tallies (job_id, answers, links, example) values (new.job_id, new.answers, 1, new.url)
  on conflict do update set links = links + 1;
end;

create trigger answer_judged_again after update of answers on links when old.answers is not null
begin
  update answer_tallies set links = links - 1 where job_id = old.job_id and answers = old.answers;
end;

create trigger answer_link_removed after delete on links when old.answers is not null
begin
  update answer_tallies set links = links - 1 where job_id = old.job_id and answers = old.answers;
end;
