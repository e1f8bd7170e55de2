/** Links by the week they were sent in, by client or by host, against what the looks of day 1, 3 and 7 have shown. */
import { COHORT_WEEKS, type CohortCell, type CohortRow, type CohortRows } from '../../src/domains/jobs/index.ts'
import { DAY, dayOf, plus } from '../../src/kernel/time/clock.ts'
import { NewPush } from '../jobs/jobs.tsx'
import { linksHref } from '../links/doors.ts'
import { Card, Empty } from '../parts/card.tsx'
import { Door } from '../parts/door.tsx'
import { countedWeekday, number, percent } from '../parts/format.ts'
import { listHref, type Query } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Seg } from '../parts/table.tsx'

export type CohortsProps = {
  rows: readonly CohortRow[]
  by: CohortRows
  /** Of which client or host alone, as it is called. */
  only: string | null
  query: Query
  self: string
  base: string
  /** The first day that is counted. */
  since: string
  /** Whether there are clients to compare. */
  has_clients: boolean
  can_write: boolean
  zone?: string
}

const NAMES: Record<CohortRows, string> = { week: 'Weeks', client: 'Clients', host: 'Hosts' }
const HEADS: Record<CohortRows, string> = { week: 'Week of', client: 'Client', host: 'Host' }

export function Cohorts(props: CohortsProps) {
  const { rows, by, only, query, self, base, has_clients, can_write } = props
  const segments = (['week', 'client', 'host'] as const).filter((one) => one !== 'client' || has_clients)
  return (
    <>
      <PageHead
        title="Cohorts"
        sub={
          <>
            <span>What share of the links that were sent each look has shown.</span>
            {only && (
              <span>
                {`Only ${only}. `}
                <a href={`${self}?by=${by}`}>Show all</a>
              </span>
            )}
          </>
        }
      />
      <Card
        id="list"
        title={`The last ${COHORT_WEEKS} weeks`}
        aside={
          <Seg
            label="Rows"
            tabs={segments.map((one) => ({
              label: NAMES[one],
              href: listHref(self, query, { by: one }),
              current: one === by,
            }))}
          />
        }
        foot={
          rows.length > 0 && (
            <span>
              Only whole weeks are compared of which every link has had that day's look. Weeks begin on Monday, UTC.
            </span>
          )
        }
      >
        {rows.length > 0 ? (
          <Grid {...props} />
        ) : (
          <Empty icon="send" action={can_write && <NewPush base={base} />}>
            The grid fills with the first links that are sent.
          </Empty>
        )}
      </Card>
    </>
  )
}

const Grid = (props: CohortsProps) => {
  const { rows, by, query, self, zone } = props
  return (
    <section class="scroll" aria-label="Cohorts" tabindex="0">
      <table class="table cohorts">
        <caption class="vh">{`${NAMES[by]} and the share of their links seen by day 1, 3 and 7`}</caption>
        <thead>
          <tr>
            <th scope="col">{HEADS[by]}</th>
            <th scope="col" class="num wide-only">
              Sent
            </th>
            {rows[0]!.cells.map(({ day }) => (
              <th scope="col">{`Day ${day}`}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              <th scope="row">
                {by === 'week' ? weekName(row, zone) : <a href={ownWeeks(self, query, by, row)}>{row.label}</a>}
              </th>
              <td class="num wide-only">
                <Door href={sentHref(props, row)} n={row.sent} />
              </td>
              {row.cells.map((cell) => (
                <Cell
                  cell={cell}
                  href={listHref(`${self}/links`, { ...query, by }, { key: row.key, day: String(cell.day) })}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The links of a row: of one week, or of one client or host since the grid begins. */
function sentHref({ base, by, query, since }: CohortsProps, { key }: CohortRow): string {
  const days = by === 'week' ? { from: key, to: dayOf(plus(`${key}T00:00:00.000Z`, 6 * DAY)) } : { from: since }
  const of = by === 'client' ? { tenant_id: key } : by === 'host' ? { host: key } : {}
  return linksHref(base, { moment: 'sent', tenant_id: query.tenant_id, host: query.host, ...days, ...of })
}

export const weekName = ({ key }: { key: string }, zone?: string): string => countedWeekday(key, zone)

/** The weeks of one client, or of one host. */
const ownWeeks = (self: string, query: Query, by: CohortRows, { key }: CohortRow): string =>
  listHref(self, query, { by: 'week', [by === 'client' ? 'tenant_id' : 'host']: key })

/** Shaded in tenths, with the count beside the share; what is not settled is told and not shaded. */
function Cell({ cell, href }: { cell: CohortCell; href: string }) {
  const { seen, due, sent, settled } = cell
  if (sent === 0) return <td class="muted">to come</td>
  const of = `${number(seen)} of ${number(sent - due)}`
  return (
    <td class={settled ? `heat-${Math.round((10 * seen) / sent)}` : undefined}>
      <a href={href}>
        {settled ? <b>{percent(seen / sent)}</b> : sent === due ? 'to come' : 'so far'}{' '}
        {sent > due && <span>{of}</span>}
      </a>
    </td>
  )
}
