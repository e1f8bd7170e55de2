/** Clients on the dashboard: last settled day, links that settle today, refunds, and how long credits last. */
import type { ClientStanding, LinkMoment } from '../../src/domains/reports/index.ts'
import { DAY, dayOf, plus, type Time } from '../../src/kernel/time/clock.ts'
import { Credits } from '../clients/clients.tsx'
import { linksHref, settlingHref } from '../links/doors.ts'
import { Card } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { countedDay, many, number, percent } from '../parts/format.ts'
import { MEANS } from '../parts/means.ts'
import { type Column, DataTable } from '../parts/table.tsx'

/** Further clients are on the page "Clients". */
const MOST = 50

type ClientRowsProps = {
  clients: readonly ClientStanding[]
  base: string
  now: Time
  zone: string
  /** A client's name links to its page, or to its workspace for visitors who do not manage it. */
  placeOf: (client: ClientStanding) => string
}

export const ClientRows = ({ clients, base, ...rest }: ClientRowsProps) => (
  <Card
    title="Clients"
    aside={
      <a href={`${base}/clients`}>{clients.length > MOST ? `All ${number(clients.length)} clients` : 'All clients'}</a>
    }
  >
    <DataTable caption="Clients" columns={columns({ base, ...rest })} rows={clients.slice(0, MOST)} />
  </Card>
)

const columns = ({ base, now, zone, placeOf }: Omit<ClientRowsProps, 'clients'>): Column<ClientStanding>[] => [
  {
    label: 'Client',
    cell: (client) => (
      <>
        <a href={placeOf(client)} data-row>
          <b>{client.name}</b>
        </a>
        <span class="sub narrow-only">{news(client) || 'No change'}</span>
      </>
    ),
  },
  {
    label: 'Last settled',
    help: MEANS.last_settled,
    cell: (client) => <LastDay of={client} base={base} zone={zone} />,
  },
  { label: 'Usual', help: MEANS.usual, class: 'num wide-only', cell: ({ usual }) => percent(usual) },
  {
    label: 'Settles today',
    help: MEANS.settles_today,
    class: 'num wide-only',
    cell: (client) => <Settling of={client} base={base} now={now} />,
  },
  {
    label: 'Since yesterday',
    help: MEANS.since_yesterday,
    class: 'wide-only',
    cell: (client) => <News of={client} base={base} now={now} />,
  },
  { label: 'Credits', help: MEANS.free, class: 'num', cell: (client) => <Credits of={client} now={now} zone={zone} /> },
]

const NONE = <span class="muted">–</span>

type CellProps = { of: ClientStanding; base: string; now: Time }

function Settling({ of: { id, settles_today }, base, now }: CellProps) {
  if (settles_today === 0) return NONE
  return <a href={settlingHref(base, now, id)}>{number(settles_today)}</a>
}

function News({ of: { id, came_in, came_back }, base, now }: CellProps) {
  const days = { from: dayOf(plus(now, -DAY)), to: dayOf(now), tenant_id: id }
  const door = (moment: LinkMoment, words: string) => <a href={linksHref(base, { moment, ...days })}>{words}</a>
  if (came_in + came_back === 0) return NONE
  return (
    <>
      {came_in > 0 && door('indexed', cameIn(came_in))}
      {came_in > 0 && came_back > 0 && ', '}
      {came_back > 0 && door('returned', cameBack(came_back))}
    </>
  )
}

const cameIn = (n: number): string => `${number(n)} indexed`
const cameBack = (n: number): string => `${many(n, 'credit')} back`

const LastDay = ({ of: { id, last, below_usual }, base, zone }: Omit<CellProps, 'now'> & { zone: string }) =>
  last === null ? (
    NONE
  ) : (
    <>
      {below_usual && <Chip word="Below usual" icon="triangle-alert" tone="warn" />} <b>{percent(last.rate)}</b>{' '}
      <span class="muted small">
        {'of '}
        <a href={linksHref(base, { moment: 'sent', from: last.day, to: last.day, tenant_id: id })}>
          {many(last.links, 'link')}
        </a>
        {`, ${countedDay(last.day, zone)}`}
      </span>
    </>
  )

const news = ({ came_in, came_back }: ClientStanding): string =>
  [came_in > 0 && cameIn(came_in), came_back > 0 && cameBack(came_back)].filter(Boolean).join(', ')
