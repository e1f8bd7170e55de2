/** The workspaces below one's own: how each is doing, and credits for it in its row. */

import type { ClientFigures } from '../../src/domains/reports/index.ts'
import type { AnswerOf } from '../../src/kernel/operation.ts'
import type { listTenants } from '../../src/operations/tenants/list-tenants.ts'
import { linksHref } from '../links/doors.ts'
import { Card, CardBody, Empty } from '../parts/card.tsx'
import { Spark } from '../parts/chart.tsx'
import { Chip } from '../parts/chips.tsx'
import { Filters } from '../parts/filters.tsx'
import { Form, type FormSchema, type Issue } from '../parts/form.tsx'
import { many, number, percent } from '../parts/format.ts'
import type { Paged, Query } from '../parts/list.ts'
import { Menu } from '../parts/menu.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Hidden } from '../parts/post.tsx'
import { type Column, ListCard } from '../parts/table.tsx'
import { SameAs } from '../same-as/same-as.tsx'

export type Workspace = AnswerOf<typeof listTenants>['items'][number]
/** `lately`: links sent on each of the last days, the oldest first. */
export type ClientRow = Workspace & { figures: ClientFigures; lately: readonly number[] }

export type ClientsProps = {
  list: Paged<ClientRow>
  query: Query
  self: string
  /** How deep the workspace of this page is: rows are set in from there. */
  depth: number
  /** Index credits that there are to give; null for those who may give none. */
  purse: number | null
  /** What a new client takes; null for those who may add none. */
  adds: FormSchema | null
  values?: Readonly<Record<string, string | undefined>>
  issues?: readonly Issue[]
  idempotency_key: string
}

export function Clients(props: ClientsProps) {
  const { list, query, self, adds } = props
  const searched = query.q || query.kind || query.include_archived
  return (
    <>
      <PageHead
        title="Clients"
        sub="Each with its own credits, keys, people and reports. Figures of 30 days."
        actions={
          <a class="btn" href={query.include_archived ? self : `${self}?include_archived=true`}>
            {query.include_archived ? 'Hide archived' : 'Show archived'}
          </a>
        }
      />
      {adds && <NewClient {...props} adds={adds} />}
      <Filters
        href={self}
        query={query}
        search="Search clients"
        filters={[{ name: 'kind', label: 'Kind', choices: KINDS }]}
      />
      <ListCard
        caption="Clients"
        columns={columns(props)}
        list={list}
        href={self}
        query={query}
        order="tree"
        empty={
          <Empty icon="users">
            {searched ? 'No client is like that.' : 'No client yet. Add the first one above, then give it credits.'}
          </Empty>
        }
      />
    </>
  )
}

const KINDS = [
  { value: '', label: 'Clients and teams' },
  { value: 'client', label: 'Clients' },
  { value: 'team', label: 'Teams' },
]
const NewClient = ({ self, adds, values, issues, idempotency_key }: ClientsProps & { adds: FormSchema }) => (
  <Card title="New client">
    <CardBody>
      <Form
        action={self}
        schema={adds}
        values={{ kind: 'client', ...values }}
        issues={issues}
        hints={{ kind: 'Clients can stand under a team.' }}
        hidden={{ idempotency_key }}
        verb="Add client"
        class="inline"
      />
    </CardBody>
  </Card>
)

function columns({ depth, self, purse, idempotency_key }: ClientsProps): Column<ClientRow>[] {
  const all: Column<ClientRow>[] = [
    { label: 'Client', sort: 'name', cell: (row) => <Name of={row} steps={row.depth - depth - 1} /> },
    { label: '14 days', class: 'wide-only', cell: ({ lately }) => <Lately sent={lately} /> },
    {
      label: 'Sent',
      class: 'num wide-only',
      cell: ({ id, figures }) => <Sent of={id} figures={figures} base={self.replace(/\/clients$/, '')} />,
    },
    { label: 'Indexed', class: 'num', cell: ({ figures }) => percent(figures.rate) },
    { label: 'Credits', class: 'num', cell: ({ figures }) => <Credits of={figures} /> },
  ]
  if (purse === null) return all
  return [
    ...all,
    {
      label: 'Give or take back',
      class: 'wide-only',
      cell: (row) => !row.archived && <Give to={row} self={self} idempotency_key={idempotency_key} />,
    },
    { label: 'Actions', class: 'end', cell: (row) => <Acts of={row} self={self} /> },
  ]
}

/** Links sent in 30 days; the number opens them. */
export const Sent = (props: { of: string; figures: Pick<ClientFigures, 'since' | 'sent_30d'>; base: string }) => {
  const { since, sent_30d } = props.figures
  if (sent_30d === 0) return <>{number(sent_30d)}</>
  return <a href={linksHref(props.base, { moment: 'sent', from: since, tenant_id: props.of })}>{number(sent_30d)}</a>
}

/** The line of two weeks, in words for who does not see it. */
function Lately({ sent }: { sent: readonly number[] }) {
  const all = sent.reduce((sum, n) => sum + n, 0)
  if (all === 0) return <span class="muted">–</span>
  const label = `${many(all, 'link')} sent in ${sent.length} days, at most ${number(Math.max(...sent))} a day`
  return <Spark values={sent} label={label} />
}

const Name = ({ of, steps }: { of: ClientRow; steps: number }) => (
  <>
    {'\u2003'.repeat(Math.max(0, steps))}
    {of.archived ? (
      <b>{of.name}</b>
    ) : (
      <a href={`/app/w/${of.id}`} data-row>
        <b>{of.name}</b>
      </a>
    )}{' '}
    {of.kind === 'team' && <span class="muted small">Team</span>}{' '}
    {of.archived && <Chip word="Archived" icon="ban" tone="idle" />}
  </>
)

/** What is free, and how long that lasts at the pace of 30 days. */
export const Credits = ({ of: { available, reserved, runway_days, running_dry } }: { of: ClientFigures }) => (
  <>
    {running_dry && <Chip word={lasts(runway_days!)} icon="triangle-alert" tone="bad" />} {number(available)}
    <span class="sub">{reserved > 0 && `${number(reserved)} reserved`}</span>
  </>
)

const lasts = (days: number): string => (days < 1 ? 'Runs dry today' : `${many(days, 'day')} left`)

/** Credits in one line; a minus takes them back. */
export const Give = ({ to, self, idempotency_key }: { to: Workspace; self: string; idempotency_key: string }) => (
  <form method="post" action={`${self}/${to.id}/credits`} class="row">
    <Hidden fields={{ idempotency_key: `${idempotency_key}-${to.id}` }} />
    <input
      class="input short"
      type="number"
      name="amount"
      required
      aria-label={`Index credits for ${to.name}; a minus takes back`}
      placeholder="200"
    />
    <button type="submit" class="btn small">
      Give<span class="vh"> to {to.name}</span>
    </button>
    <SameAs of={`${self}/${to.id}/credits`} short />
  </form>
)

const Acts = ({ of, self }: { of: ClientRow; self: string }) => (
  <Menu
    id={`client-${of.id}`}
    label={`Actions for ${of.name}`}
    items={[
      { label: 'Settings', icon: 'rows-3', href: `${self}/${of.id}` },
      ...(of.archived
        ? [{ label: 'Restore', icon: 'undo-2' as const, href: `${self}/${of.id}/restore` }]
        : [
            { label: 'Push for it', icon: 'send' as const, href: `/app/w/${of.id}/push` },
            { label: 'Archive', icon: 'ban' as const, href: `${self}/${of.id}/archive` },
          ]),
      { label: 'Delete', icon: 'trash-2', href: `${self}/${of.id}/delete` },
    ]}
  />
)
