/** The checks that are next at a property. */
import { MAY_GO } from '../../../domains/checks/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import { googleDay } from './uses.ts'

const QUEUED = "property = ?1 and state = 'queued' and property is not null"
const next = (column: string): string =>
  `(select ${column} from looks where ${QUEUED} and (class, tenant_id) > (line.class, line.tenant_id)
    order by class, tenant_id limit 1)`

/** The lines of a property, one for each class and workspace: found one by one, however long they are. */
const LINES = `line (class, tenant_id) as (
  select (select class from looks where ${QUEUED} order by class, tenant_id limit 1),
    (select tenant_id from looks where ${QUEUED} order by class, tenant_id limit 1)
  union all select ${next('class')}, ${next('tenant_id')} from line where line.class is not null)`

/**
 * Checks that are due, class by class. Within a class each goes to the workspace that was asked for least on this day,
 * so that a long line takes what shorter ones leave; then the one that waits longest.
 */
export const turns = (tx: ReadTx, property: string, classes: readonly number[], most: number): number[] =>
  most <= 0
    ? []
    : tx
        .rows<{ id: number }>(
          `with recursive ${LINES}
           select k.id from line cross join json_each((select json_group_array(id) from (
               select id from looks where ${QUEUED} and class = line.class and tenant_id = line.tenant_id
                 and ${MAY_GO.replace('?', '?2')} order by next_attempt_at limit ?3))) place
             cross join looks k on k.id = place.value
             left join google_uses u on u.property = ?1 and u.day = ?4 and u.class = line.class and u.tenant_id = line.tenant_id
           where line.class in (select value from json_each(?5))
           order by line.class, coalesce(u.n, 0) + place.key, k.next_attempt_at, k.id limit ?3`,
          property,
          tx.now,
          most,
          googleDay(tx.now),
          JSON.stringify(classes),
        )
        .map(({ id }) => id)
