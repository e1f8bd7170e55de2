-- A key that was made with another one shares its ceiling on credits: what they use in a day is counted together.
alter table api_keys add column capped_with text;
