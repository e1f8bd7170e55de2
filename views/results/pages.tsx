import { isBelow } from '../../src/domains/figures/index.ts'
import { LAST_LOOK_DAY, LOOK_DAYS } from '../../src/domains/plans/index.ts'
import { filled, goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { getResultsByWeek } from '../../src/features/results/operations.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { csvLines } from '../../src/kernel/operation/csv.ts'
import { daysOfZone } from '../../src/kernel/time/zone-days.ts'
import { listClients } from '../../src/operations/clients/clients.ts'
import { listJobs } from '../../src/operations/jobs/jobs.ts'
import { getResults } from '../../src/operations/results.ts'
import { addSampleData, getSampleData } from '../../src/operations/sample-data.ts'
import { hasShare } from '../kit/share.ts'
import { listHref } from '../parts/lists/list.ts'
import { sendFile, separatorFor } from '../parts/lists/list-file.ts'
import { Say } from '../parts/text/say.tsx'
import type { RefusedForm } from '../screens/form-screen.tsx'
import { drawPage, may, mayWrite, zoneOf } from '../shell.tsx'
import { nameOf } from '../suppliers/vendors.ts'
import { workspacesBelow } from '../workspaces-below.ts'
import { cellScreens, HERE, onlyOf, scopeOf } from './cell-pages.tsx'
import { hasFewWeeks } from './curves.tsx'
import { notesWith } from './notes.tsx'
import type { By, ResultsProps, Rows } from './props.ts'
import { RANGES, Results } from './results.tsx'

type Line = { row: string; week: string; seen: number; due: number; sent: number; settled: boolean }

function resultsFile(
  call: SignedInCall,
  { results, rows, by_row, day, supplier }: Pick<ResultsProps, 'results' | 'rows' | 'by_row' | 'day' | 'supplier'>,
): Response {
  const weeksOf = (row: string, all: typeof results.rows): Line[] =>
    all.map(({ key, cells }) => ({ row, week: key, ...cells.find((cell) => cell.day === day)! })).toReversed()
  const lines: Line[] = [
    ...weeksOf('All', results.rows),
    ...weeksOf(`All, ${results.weeks.length} weeks before`, results.before?.rows ?? []),
    ...rows.flatMap(({ key, label, weeks }) =>
      weeks.map((week) => ({ ...week, row: by_row === 'supplier' ? nameOf(key) : label })).toReversed(),
    ),
  ]
  const columns = {
    [by_row]: ({ row }: Line) => row,
    week: ({ week }: Line) => week,
    links: ({ sent }: Line) => sent,
    [`indexed_by_day_${day}`]: ({ seen }: Line) => seen,
    still_to_check: ({ due }: Line) => due,
    share_percent: ({ seen, sent, settled }: Line) =>
      settled && hasShare(sent) ? Math.round((seen / sent) * 100) : '',
    complete: ({ settled }: Line) => (settled ? 'yes' : 'no'),
  }
  return sendFile(call, {
    filename: `results-by-${by_row}-${supplier ? `${supplier}-` : ''}${daysOfZone(results.time_zone).dayOf(call.app.clock.now())}.csv`,
    lines: csvLines(columns, [lines], separatorFor(call)),
  })
}

const notes = notesWith((call, refused) => resultsPage(call, refused))

export const resultScreens: readonly Screen[] = [
  page('/cohorts', (call) => resultsPage(call)),
  page('/cohorts/clients', (call) => goTo(listHref(`${call.base}/cohorts`, call.query, { by: 'client' }))),
  page('/cohorts/hosts', (call) => goTo(listHref(`${call.base}/cohorts`, call.query, { by: 'host' }))),
  page('/cohorts/csv', async (call) => resultsFile(call, await shownOf(call))),
  ...notes.screens,
  ...cellScreens,
]

/** Clients off their usual that come first in the list. */
const MOST_OFF = 20
/** Newest pushes in the place of a chart. */
const PUSHES = 5

/** The choices of the visitor, from the address, and the answers for them. */
async function shownOf(call: SignedInCall) {
  const { query } = call
  const scope = scopeOf(query)
  const below = scope.tenant_id ? [] : await workspacesBelow(call)
  const last_weeks = RANGES.find((one) => String(one) === query.last_weeks) ?? 12
  const asked = { ...scope, last_weeks }
  const weekly = (more: { by: By; day?: string; supplier?: string }) =>
    call.call(getResultsByWeek, { ...asked, ...more }, { here: more.by !== 'supplier' && !more.supplier })
  const reads = call.caller.platform && !scope.host
  const suppliers = reads ? (await weekly({ by: 'supplier' })).rows.map(({ key }) => key) : []
  const supplier = suppliers.find((one) => one === query.supplier)
  const choices = [
    ...(below.length > 1 ? ['client' as const] : []),
    ...(supplier ? [] : ['host' as const]),
    ...(reads ? ['supplier' as const] : []),
  ]
  const by_row = choices.find((one) => one === query.by) ?? choices[0]!
  const day = LOOK_DAYS.find((one) => String(one) === query.day) ?? LAST_LOOK_DAY
  const of = supplier ? { supplier } : {}
  const results = await call.call(
    getResults,
    { ...asked, ...of, by: 'week', compare: query.compare !== 'false' },
    { here: !supplier },
  )
  const { rows } = await weekly({ by: by_row, day: String(day), ...of })
  return { scope, choices, by_row, day, results, rows: rows as Rows, suppliers, supplier }
}

async function resultsPage(call: SignedInCall, refused?: RefusedForm) {
  const { base, query } = call
  const zone = zoneOf(call)
  const shown = await shownOf(call)
  const off =
    shown.by_row === 'client' ? await call.call(listClients, { view: 'off_usual', page_size: MOST_OFF }, HERE) : null
  const few = hasFewWeeks(shown.results)
  const pushes = few
    ? await call.call(
        listJobs,
        { ...(shown.scope.tenant_id && { tenant_id: shown.scope.tenant_id }), type: 'index', page_size: PUSHES },
        HERE,
      )
    : null
  const self = `${base}/cohorts`
  const { by, day, last_weeks, compare } = query
  const kept = { by, day, last_weeks, compare, supplier: shown.supplier, ...shown.scope }
  const only = await onlyOf(call)
  return drawPage(
    call,
    {
      title: say(zone, 'Results'),
      kind: 'results',
      sub: only ? (
        <Say
          to={zone}
          text="Only {only}. <a>Show all</a>"
          values={{ only }}
          tags={{ a: (inner) => <a href={listHref(self, { by, day, last_weeks, compare }, {})}>{inner}</a> }}
        />
      ) : (
        weeksWords(shown.results.time_zone, zone)
      ),
      act: { label: 'CSV', icon: 'download', href: listHref(`${self}/csv`, kept, {}), file: true },
    },
    <Results
      {...shown}
      off={(off?.items ?? []).filter(({ off_usual }) => isBelow(off_usual)).map(({ id }) => id)}
      pushes={pushes?.items ?? []}
      ends={await Promise.all(filled(call, 'results_ends').map((draw) => draw(call, shown)))}
      notes={await notes.read(call, { ...shown.scope, last_weeks }, listHref(self, kept, {}), refused)}
      query={kept}
      self={self}
      base={base}
      can_write={mayWrite(call)}
      sample={few && may(call, addSampleData) && (await call.call(getSampleData, {})).offered}
      now={call.app.clock.now()}
      zone={zone}
    />,
  )
}

const weeksWords = (time_zone: string, to: Reader): string =>
  time_zone === 'UTC'
    ? say(to, 'Pushed links that are indexed, by week. Weeks begin on Monday.')
    : say(to, 'Pushed links that are indexed, by week. Weeks begin on Monday, days in {zone}.', {
        zone: time_zone.replaceAll('_', ' '),
      })
