/**
 * SQL for the distinct values of the first free column of an index, as `id`: they are found one by one, however many
 * rows have each. Parameters of `where` are bound twice.
 */
export const skipScan = (table: string, column: string, where: string): string => `(
  with recursive found (id) as (
    select min(${column}) from ${table} where ${where}
    union all
    select (select min(${column}) from ${table} where ${where} and ${column} > found.id)
    from found where found.id is not null)
  select id from found where id is not null)`
