/** Everything on a client's month report but the agency's words. */

import Type, { type Static } from 'typebox'
import { engineAsked } from '../../../domains/checks/index.ts'
import { DropCauses, MissingAtGoogle } from '../../../domains/links/index.ts'
import { LAST_LOOK_DAY } from '../../../domains/plans/index.ts'
import { ReaderCounts } from '../../../domains/preflight/index.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { Count, Moment, Nullable } from '../../../kernel/operation/shape.ts'
import type { MonthFigures } from './month-figures.ts'
import { pushesOf } from './month-pushes.ts'
import { faultsIn, PAGE_CAUSES, PartListed, type PartQuery, partsListed } from './report-pages.ts'

export const ReportTally = Shape('ReportTally', {
  total: Count('Pages pushed'),
  visible: Count('In the index now'),
  before: Count('In the index before their push'),
  gained: Count('In the index now and not before their push'),
})

/** Reports that were frozen before it was counted have none. */
const ReportShare = Shape('ReportShareByDay7', {
  rate: Nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: `Found by day ${LAST_LOOK_DAY}, 0..1; null before day ${LAST_LOOK_DAY}`,
    }),
  ),
  links: Count(`Pages sent on days whose day ${LAST_LOOK_DAY} has come and of whose pages at least 95 % have a result`),
  until: Nullable(Type.String({ format: 'date', description: 'The latest of these days' })),
})

const ReportStillThere = Shape('ReportStillThere', {
  days: Count('Days after which pages were checked again'),
  links: Count('Pages found in the index so long ago that each was checked again'),
  share: Type.Number({ minimum: 0, maximum: 1, description: 'Those that were still there, 0..1' }),
  until: Type.String({ format: 'date', description: 'The last day on which one of them was first found' }),
  causes: Type.Optional(DropCauses),
})

export type MonthDocument = Static<typeof MonthDocument>
export const MonthDocument = Shape('MonthDocument', {
  engine: Type.String({ description: 'The search engine that was asked' }),
  ordered: Count('Pages of the pushes, with those that were left out'),
  pages: ReportTally,
  by_day7: Type.Optional(ReportShare),
  refunded: Count('Credits refunded'),
  pushes: Count('Pushes of the month'),
  watched_until: Nullable(Moment),
  simulated: Type.Boolean(),
  curve: Type.Array(Type.Object({ day: Type.String(), visible: Type.Integer() }), {
    description: 'Pages in the index by day; the last is the present number',
  }),
  parts: Type.Array(PartListed, { description: 'The first pages of each part' }),
  faults: Type.Array(Type.Enum(PAGE_CAUSES), { description: 'Causes that block pages, most pages first' }),
  answers: Type.Optional(ReaderCounts),
  still_there: Type.Optional(ReportStillThere),
  google: Type.Optional(MissingAtGoogle),
})

/** @param figures counted now, or at most a minute ago for the public */
export async function monthDocument(
  { db, readers, stillThere }: Pick<App, 'db' | 'readers' | 'stillThere'>,
  { tenant_id, month, asked }: { tenant_id: string; month: string; asked?: PartQuery },
  figures: Promise<MonthFigures>,
): Promise<MonthDocument> {
  const { ordered, pages, by_day7, credits, pushes, watched_until, simulated, curve, missing, google, lists } =
    await figures
  return db.read((tx) => {
    const jobs = pushesOf(tx, tenant_id, month).map(({ id }) => id)
    return {
      ordered,
      pages,
      by_day7,
      watched_until,
      simulated,
      curve,
      engine: engineAsked(tx, jobs),
      refunded: credits.returned,
      pushes: pushes.length,
      parts: partsListed(tx, { lists }, asked),
      faults: faultsIn({ missing }),
      google: google.length > 0 ? google : undefined,
      answers: readers?.countIn(tx, jobs, true),
      still_there: stillThere(tx, tenant_id) ?? undefined,
    }
  })
}
