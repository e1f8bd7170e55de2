-- The kept state of the clock has the names that the code has.
update settings set value = json_object(
  'latest', value -> 'latest',
  'trusted', value -> 'trusted',
  'reported', value -> 'told',
  'repair', value -> 'mend',
  'jumped', json(coalesce(value -> 'jumped', 'false'))
) where name = 'clock';
-- The number of a run is in the header of the file.
delete from settings where name = 'run';
