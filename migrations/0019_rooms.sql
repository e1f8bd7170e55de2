-- What a workspace may have of the rooms of its agency's plan, as whoever is above gave it: {"clients": 3}. Null: as usual.
alter table tenants add column rooms text check (rooms is null or json_valid(rooms));
