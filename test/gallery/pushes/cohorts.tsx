/** The grid of cohorts by week and by host, empty, and the links behind a cell. */
import type { CohortCell, CohortRow } from '../../../src/domains/jobs/index.ts'
import { Cell, type CellProps } from '../../../views/cohorts/cell.tsx'
import { Rows, type RowsProps, Weeks, type WeeksProps } from '../../../views/cohorts/results.tsx'
import { PageHead } from '../../../views/parts/page/page-head.tsx'
import { inApp } from '../frames.tsx'
import { at, job, links, NASTY } from '../samples.ts'

const cell = (day: 1 | 3 | 7, seen: number, sent: number, settled = true): CohortCell => ({
  day,
  seen,
  due: settled ? 0 : Math.round((sent - seen) / 2),
  sent,
  settled,
  weeks: ['2026-11-09'],
})
const row = (key: string, label: string, sent: number, shares: [number, number, number]): CohortRow => ({
  key,
  label,
  sent,
  cells: ([1, 3, 7] as const).map((day, i) => cell(day, Math.round(sent * shares[i]!), sent)),
})
const WEEKS: CohortRow[] = [
  {
    ...row('2026-11-16', '', 215, [0, 0, 0]),
    cells: [cell(1, 80, 215, false), cell(3, 80, 215, false), cell(7, 0, 0, false)],
  },
  row('2026-11-09', '', 1204, [0.31, 0.52, 0.68]),
  row('2026-11-02', '', 480, [0, 0.12, 0.25]),
  row('2026-10-26', '', 96, [0.71, 0.93, 1]),
]
const MONDAYS = ['2026-08-31', '2026-09-07', '2026-09-14', '2026-09-21', '2026-09-28', '2026-10-05', '2026-10-12']
const ALL = [...MONDAYS, '2026-10-19', '2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16']
const own = (key: string, label: string, share: number): RowsProps['rows'][number] => ({
  key,
  label,
  sent: 480,
  weeks: ALL.slice(2)
    .toReversed()
    .map((week, at) => ({
      week,
      sent: 40,
      due: at === 0 ? 30 : 0,
      seen: Math.round(share * (at === 0 ? 10 : 40)),
      settled: at > 0,
    })),
})

const COMMON = { query: {}, self: at('/cohorts'), base: at(''), can_write: true }
const frame = (content: WeeksOrRows) =>
  inApp('Results', content, 'Results', { kind: 'results', head: <PageHead title="Results" /> })
type WeeksOrRows = Parameters<typeof inApp>[1]
const grid = (more: Partial<WeeksProps> = {}) => frame(<Weeks {...COMMON} weeks={ALL} rows={WEEKS} {...more} />)
const byRow = (more: Partial<RowsProps> = {}) =>
  frame(
    <Rows
      {...COMMON}
      by="client"
      day={7}
      weeks={ALL}
      off={['ten_3']}
      rows={Array.from({ length: 20 }, (_, i) => own(`ten_${i}`, i % 5 ? `Client ${i}` : NASTY, (i * 5) / 100))}
      {...more}
    />,
  )

const behind = (more: Partial<CellProps> = {}) =>
  inApp(
    'Cohorts',
    <Cell
      name="Week of Mon 9 Nov"
      cell={cell(3, 626, 1204)}
      part="missed"
      links={{
        items: links(12, 3).map((link) => ({
          ...link,
          state: 'not_indexed' as const,
          indexed: 'no' as const,
          job_id: job().id,
          job_name: NASTY,
          tenant_id: 'ten_bakery',
        })),
        total: 578,
        page: 1,
        page_size: 12,
      }}
      leaving={[
        { id: job().id, name: NASTY, unsent: 120, uids: [1, 2, 3] },
        { id: 'job_2', name: 'Later', unsent: 20, uids: [] },
      ]}
      more={14}
      query={{ by: 'week', key: '2026-11-09', day: '3' }}
      grid={at('/cohorts')}
      self={at('/cohorts/links')}
      base={at('')}
      can_write
      {...more}
    />,
  )

export const cohortGallery = [
  { name: 'cohorts', page: () => grid() },
  { name: 'cohorts-hosts', page: () => byRow({ by: 'host', off: [] }) },
  { name: 'cohorts-clients', page: () => byRow() },
  { name: 'cohorts-empty', page: () => grid({ rows: [] }) },
  { name: 'cohort-links', page: () => behind() },
  { name: 'cohort-links-viewer', page: () => behind({ can_write: false }) },
]
