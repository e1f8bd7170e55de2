-- The share that is indexed is told of checks too: of the links that were looked at.
update jobs set outcome = json_set(outcome, '$.indexed_rate',
  round(1.0 * (outcome ->> '$.indexed.yes') / (outcome ->> '$.states.checked'), 4))
where type = 'check' and outcome ->> '$.states.checked' > 0;
