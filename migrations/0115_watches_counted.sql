-- Watched pages of a client are counted in an index: those that had their check of day 60, and causes of drops.
create index watches_aged on watches (tenant_id, state, first_seen_at) where counted >= 3 or is_over = 1;
create index watches_dropped on watches (tenant_id, cause) where state = 'dropped';

-- Links of a drop in a state, which were sought among all links in that state.
drop index watches_drop;
create index watches_drop on watches (drop_id, state) where drop_id is not null;
