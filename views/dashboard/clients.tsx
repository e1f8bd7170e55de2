/** A row for each client: how its last settled day did, what settles today, what came back, how long its credits last. */
import type { ClientStanding } from '../../src/domains/reports/index.ts'
import { Credits } from '../clients/clients.tsx'
import { Card } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { countedDay, many, number, percent } from '../parts/format.ts'
import { type Column, DataTable } from '../parts/table.tsx'

/** The rest stands on the page of all. */
const MOST = 50

export const ClientRows = ({
  clients,
  list,
  zone,
}: {
  clients: readonly ClientStanding[]
  list: string
  zone: string
}) => (
  <Card
    title="Clients"
    aside={<a href={list}>{clients.length > MOST ? `All ${number(clients.length)} clients` : 'All clients'}</a>}
  >
    <DataTable caption="Clients this morning" columns={columns(zone)} rows={clients.slice(0, MOST)} />
  </Card>
)

const columns = (zone: string): Column<ClientStanding>[] => [
  {
    label: 'Client',
    cell: (client) => (
      <>
        <a href={`/app/w/${client.id}`} data-row>
          <b>{client.name}</b>
        </a>
        <span class="sub narrow-only">{news(client) || 'Nothing new'}</span>
      </>
    ),
  },
  { label: 'Last settled', cell: (client) => <LastDay of={client} zone={zone} /> },
  { label: 'Usual', class: 'num wide-only', cell: ({ usual }) => percent(usual) },
  { label: 'Settles today', class: 'num wide-only', cell: ({ settles_today }) => orDash(settles_today) },
  { label: 'Since yesterday', class: 'wide-only', cell: (client) => news(client) || <span class="muted">–</span> },
  { label: 'Credits', class: 'num', cell: (client) => <Credits of={client} /> },
]

const orDash = (value: number) => (value === 0 ? <span class="muted">–</span> : number(value))

const LastDay = ({ of: { last, below_usual }, zone }: { of: ClientStanding; zone: string }) =>
  last === null ? (
    <span class="muted">–</span>
  ) : (
    <>
      {below_usual && <Chip word="Below usual" icon="triangle-alert" tone="warn" />} <b>{percent(last.rate)}</b>{' '}
      <span class="muted small">{`of ${many(last.links, 'link')}, ${countedDay(last.day, zone)}`}</span>
    </>
  )

const news = ({ came_in, came_back }: ClientStanding): string =>
  [came_in > 0 && `${number(came_in)} indexed`, came_back > 0 && `${many(came_back, 'credit')} back`]
    .filter(Boolean)
    .join(', ')
