/** The grid of cohorts by week and by host, empty, and the links behind a cell. */
import type { CohortCell, CohortRow } from '../../src/domains/jobs/index.ts'
import { Cell, type CellProps } from '../../views/cohorts/cell.tsx'
import { Results, type ResultsProps } from '../../views/cohorts/results.tsx'
import { PageHead } from '../../views/parts/page-head.tsx'
import { inApp } from './frames.tsx'
import { at, job, links, NASTY } from './samples.ts'

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
const HOSTS: CohortRow[] = [
  row('bakery.example', 'bakery.example', 920, [0.4, 0.61, 0.72]),
  row(
    'a-very-long-name-of-a-shop.alder-and-sons.example',
    'a-very-long-name-of-a-shop.alder-and-sons.example',
    340,
    [0, 0.02, 0.06],
  ),
]

const GRID: ResultsProps = {
  since: '2026-08-31',
  rows: WEEKS,
  by: 'week',
  query: {},
  self: at('/cohorts'),
  base: at(''),
  can_write: true,
}
const grid = (more: Partial<ResultsProps> = {}) =>
  inApp('Results', <Results {...GRID} {...more} />, 'Results', { kind: 'results', head: <PageHead title="Results" /> })

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
      leaving={{
        pushes: [
          { id: job().id, name: NASTY, links: 40, unsent: 120, here: [1, 2, 3] },
          { id: 'job_2', name: 'Later', links: 4, unsent: 20, here: [] },
        ],
        more: 14,
      }}
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
  { name: 'cohorts-hosts', page: () => grid({ rows: HOSTS, by: 'host' }) },
  { name: 'cohorts-empty', page: () => grid({ rows: [] }) },
  { name: 'cohort-links', page: () => behind() },
  { name: 'cohort-links-viewer', page: () => behind({ can_write: false }) },
]
