/** The pages of a report by result, each with its checks. */
import Type, { type Static } from 'typebox'
import { METHODS } from '../../../domains/checks/index.ts'
import { INDEXED, LINK_CREDITS, type LinkRow } from '../../../domains/jobs/index.ts'
import { COUNTED_DAY } from '../../../domains/pushes/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import { namedEnum, Shape } from '../../../kernel/operation/schema-names.ts'
import { Moment, Nullable } from '../../../kernel/operation/shape.ts'
import type { MonthFigures, MonthLink } from './month-figures.ts'
import { CAUSES, type Cause, causeOf, partOf, REPORT_PARTS, type ReportPart, WHO } from './page-causes.ts'
import { SEEN_SINCE, VISIBLE } from './visible-pages.ts'

/** Named for the wire; the list itself is of `page-causes.ts`. */
export const PAGE_CAUSES = namedEnum('PageCause', [...CAUSES])

export const ReportedPage = Shape('ReportedPage', {
  uid: Type.Integer({ description: 'Id of the link' }),
  url: Type.String(),
  cause: Nullable(Type.Enum(PAGE_CAUSES)),
  before: Type.Boolean({ description: 'It was in the index before its push' }),
  found_at: Nullable(Moment),
  checked_at: Nullable(Moment),
  next_check_at: Type.Optional(
    Type.With(Nullable(Moment), { description: 'Left out in reports that were frozen before it was kept' }),
  ),
  credit: Nullable(Type.Enum(LINK_CREDITS, { description: '`consumed`: used; `released`: refunded' })),
  checks: Type.Array(
    Shape('ReportedCheck', {
      day: Type.Integer({ description: '1, 3 or 7' }),
      indexed: Type.Enum(INDEXED),
      checked_at: Moment,
      engine: Type.String({ description: 'Google or Bing' }),
      method: Nullable(Type.Enum(METHODS, { description: 'How the engine was asked' })),
      evidence: Nullable(Type.String({ description: 'Its answer, as it was stored' })),
    }),
  ),
})
export type ReportedPage = Static<typeof ReportedPage>

export const PartPages = Shape('ReportPartPages', {
  part: Type.Enum(REPORT_PARTS, {
    description:
      '`declined`: nothing blocks them, and the engine does not show them; `blocked`: the site does; `open`: still checked; `left_out`: not sent',
  }),
  pages: Type.Integer({ minimum: 1 }),
})

/** How many pages each part has; parts without a page are left out. */
export const partsOf = ({ lists }: Pick<MonthFigures, 'lists'>): Static<typeof PartPages>[] =>
  REPORT_PARTS.map((part) => ({ part, pages: lists[part].length })).filter(({ pages }) => pages > 0)

type Row = Pick<LinkRow, 'id' | 'url' | 'state' | 'flags' | 'checked_at' | 'next_look_at' | 'credit'> &
  Pick<MonthLink, 'visible' | 'before' | 'since'>

/** One page of a part's list; pages that are new in the index first. */
export function pagesOfReport(
  tx: ReadTx,
  { lists }: Pick<MonthFigures, 'lists'>,
  part: ReportPart,
  { page, page_size, dir = 'asc' }: { page: number; page_size: number; dir?: 'asc' | 'desc' },
): ReportedPage[] {
  const all = dir === 'asc' ? lists[part] : lists[part].toReversed()
  const ids = all.slice((page - 1) * page_size, page * page_size)
  const rows = tx.rows<Row>(
    `select l.id, url, state, flags, ${VISIBLE} as visible, before_indexed = 'yes' as before, ${SEEN_SINCE} as since, checked_at, next_look_at, credit
     from json_each(?) i join links l on l.id = i.value order by i.key`,
    JSON.stringify(ids),
  )
  const checks = checksOf(tx, rows)
  return rows.map((row) => ({
    uid: row.id,
    url: row.url,
    cause: causeOf(row),
    before: row.before === 1,
    found_at: row.visible && !row.before ? row.since : null,
    checked_at: row.checked_at,
    next_check_at: row.state === 'sent' ? row.next_look_at : null,
    credit: row.credit,
    checks: checks.get(row.id) ?? [],
  }))
}

type Check = ReportedPage['checks'][number] & { link_id: number }

/** The last answer of each day, by link. An answer counts for a day by its own time. */
function checksOf(tx: ReadTx, rows: readonly Row[]): Map<number, ReportedPage['checks']> {
  const found = tx.rows<Check>(
    `select k.link_id, ${COUNTED_DAY} as day, k.indexed, k.finished_at as checked_at,
       iif(k.engine = 'scan_bing', 'Bing', 'Google') as engine, k.method, k.evidence, max(k.id)
     from json_each(?) i join links l on l.id = i.value join looks k on k.job_id = l.job_id and k.link_id = l.id
     where k.state = 'done' and k.failure is null and k.indexed in ('yes', 'no') and ${COUNTED_DAY} > 0
     group by k.link_id, 2 order by k.link_id, 2`,
    JSON.stringify(rows.map(({ id }) => id)),
  )
  return Map.groupBy(found, ({ link_id }) => link_id)
}

/** Causes that the owner of the site can remove, most pages first. */
export const faultsIn = ({ missing }: Pick<MonthFigures, 'missing'>): Cause[] =>
  missing
    .filter(({ cause }) => partOf(cause) === 'blocked')
    .toSorted((a, b) => b.pages - a.pages || (WHO[a.cause] < WHO[b.cause] ? -1 : 1))
    .map(({ cause }) => cause)

/** Pages of a part in the whole report, and of the one part that is listed alone. */
const FEW = 5
export const MANY = 100

/** `few`: rows of each part in the whole report. */
export type PartQuery = { only: ReportPart | null; page: number; few?: number }
export type PartListed = Static<typeof PartListed>
export const PartListed = Shape('ReportPartListed', {
  ...PartPages.properties,
  items: Type.Array(ReportedPage),
  page: Type.Integer({ minimum: 1 }),
  page_size: Type.Integer({ minimum: 1 }),
})

/** Each part with its first pages, or one part alone, page by page. */
export function partsListed(
  tx: ReadTx,
  figures: Pick<MonthFigures, 'lists'>,
  { only, page: asked, few = FEW }: PartQuery = { only: null, page: 1 },
): PartListed[] {
  const [page, page_size] = only ? [asked, MANY] : [1, few]
  return partsOf(figures)
    .filter(({ part }) => only === null || part === only)
    .map((one) => ({ ...one, items: pagesOfReport(tx, figures, one.part, { page, page_size }), page, page_size }))
}
