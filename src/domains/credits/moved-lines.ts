/** The ledger lines behind a number of `movementsOf`. */
import type { ReadTx } from '../../kernel/database/database.ts'
import type { Listed } from '../../kernel/database/list.ts'
import { namedEnum } from '../../kernel/operation/schema-names.ts'
import type { Moments } from '../../kernel/time/zone-days.ts'
import { lineColumns } from './lines.ts'
import type { CreditKind, LedgerLine } from './shapes.ts'

/** Same groups as in `movementsOf`: `given` is credits from or to outside, the others belong to jobs. */
export const MOVES = namedEnum('CreditMove', ['given', 'set_aside', 'back'])
export type Move = (typeof MOVES)[number]

const REASONS_OF: Record<Move, string> = {
  given: "l.reason not in ('reserve', 'check', 'release', 'refund')",
  set_aside: "l.reason in ('reserve', 'check')",
  back: "l.reason in ('release', 'refund')",
}

type MovedLines = { move: Move; kind: CreditKind } & Moments

/** Read by an index: lines of one workspace in this time. */
const MOVED = 'l.tenant_id = w.value and l.kind = ? and l.created_at >= ? and l.created_at < ?'

/** One page of such lines: workspace after workspace in the order of `ids`, newest line first unless asked otherwise. */
export function movedLines(
  tx: ReadTx,
  ids: readonly string[],
  { move, kind, from, to }: MovedLines,
  { page, page_size, dir = 'desc' }: { page: number; page_size: number; dir?: 'asc' | 'desc' },
): Listed<LedgerLine> {
  const which = `${MOVED} and ${REASONS_OF[move]}`
  const counts = tx.rows<{ id: string; n: number }>(
    `select w.value as id, (select count(*) from ledger l where ${which}) as n from json_each(?) w`,
    kind,
    from,
    to,
    JSON.stringify(ids),
  )
  const total = counts.reduce((sum, { n }) => sum + n, 0)
  const inPage = spanOf(counts, (page - 1) * page_size, page_size)
  // The inner query reads the index only, so that whole rows are read for this page alone.
  const items = tx.rows<LedgerLine>(
    `select ${lineColumns('l')} from (select l.id, w.key as place, l.created_at from json_each(?) w cross join ledger l on ${which}
       order by w.key, l.created_at ${dir}, l.id ${dir} limit ? offset ?) found
     cross join ledger l on l.id = found.id order by found.place, l.created_at ${dir}, l.id ${dir}`,
    JSON.stringify(inPage.ids),
    kind,
    from,
    to,
    page_size,
    inPage.skip,
  )
  return { items, total, page, page_size }
}

/** The workspaces that a page covers, and how many lines of the first come before the page. */
function spanOf(counts: readonly { id: string; n: number }[], before: number, most: number) {
  let skip = before
  let first = 0
  while (first < counts.length && skip >= counts[first]!.n) skip -= counts[first++]!.n
  let last = first
  for (let room = most + skip; last < counts.length && room > 0; last++) room -= counts[last]!.n
  return { ids: counts.slice(first, last).map(({ id }) => id), skip }
}
