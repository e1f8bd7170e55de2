/** The workspaces below one's own: how each is doing, and credits for it in its row. */

import type { ClientFigures } from '../../src/domains/reports/index.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { listTenants } from '../../src/operations/tenants/list-tenants.ts'
import { linksHref, reservedHref } from '../links/doors.ts'
import { CardBody, Empty, NothingFound } from '../parts/card.tsx'
import { Spark } from '../parts/chart.tsx'
import { Chip } from '../parts/chips.tsx'
import { Filters } from '../parts/filters.tsx'
import { Form, type FormSchema, type Issue } from '../parts/form.tsx'
import { many, number, percent } from '../parts/format.ts'
import { ONCE } from '../parts/hx.ts'
import { isFiltered, listHref, type Paged, type Query } from '../parts/list.ts'
import { MEANS } from '../parts/means.ts'
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
  const searched = isFiltered(query)
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
      {adds && <NewClient {...props} adds={adds} open={!searched && list.total === 0} />}
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
          searched ? (
            <NothingFound href={self}>No client is like that.</NothingFound>
          ) : (
            <Empty icon="users">No client yet. Add the first one above, then give it credits.</Empty>
          )
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

/** Folded, so that the list comes first: there is less often a new client than a look at those there are. */
const NewClient = ({
  self,
  adds,
  values,
  issues,
  idempotency_key,
  open,
}: ClientsProps & { adds: FormSchema; open: boolean }) => (
  <details class="card" open={open || issues !== undefined}>
    <summary>New client</summary>
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
  </details>
)

function columns(props: ClientsProps): Column<ClientRow>[] {
  const { depth, self, purse, query, idempotency_key } = props
  const base = self.replace(/\/clients$/, '')
  const all: Column<ClientRow>[] = [
    {
      label: 'Client',
      sort: 'name',
      cell: (row) => <Name of={row} steps={row.depth - depth - 1} at={placeOf(row, props)} />,
    },
    { label: '14 days', class: 'wide-only', cell: ({ lately }) => <Lately sent={lately} /> },
    {
      label: 'Sent',
      class: 'num wide-only',
      cell: ({ id, figures }) => <Sent of={id} figures={figures} base={base} />,
    },
    { label: 'Indexed', help: MEANS.rate, class: 'num', cell: (row) => <Rate of={row} base={base} /> },
  ]
  if (purse === null)
    return [
      ...all,
      { label: 'Credits', class: 'num', cell: (row) => <Credits of={{ ...row.figures, ...row }} base={base} /> },
    ]
  return [
    ...all,
    { label: 'Credits', class: 'num', cell: (row) => <Free of={row} base={base} /> },
    {
      label: 'Give or take back',
      class: 'below',
      cell: (row) =>
        !row.archived && (
          <Give
            to={row}
            action={`${self}/${row.id}/credits`}
            back={listHref('', query, { page: query.page })}
            idempotency_key={`${idempotency_key}-${row.id}`}
          />
        ),
    },
    { label: 'Actions', class: 'end', cell: (row) => <Acts of={row} self={self} /> },
  ]
}

/** Links sent in 30 days; the number opens them. */
const Sent = (props: { of: string; figures: Pick<ClientFigures, 'since' | 'sent_30d'>; base: string }) => {
  const { since, sent_30d } = props.figures
  if (sent_30d === 0) return <>{number(sent_30d)}</>
  return <a href={linksHref(props.base, { moment: 'sent', from: since, tenant_id: props.of })}>{number(sent_30d)}</a>
}

/** The share is that of the looks, so it opens to what they found by day. */
function Rate({ of: { id, figures }, base }: { of: ClientRow; base: string }) {
  if (figures.rate === null) return <>{percent(null)}</>
  return <a href={`${base}/cohorts?tenant_id=${id}`}>{percent(figures.rate)}</a>
}

/** The form of a row's credits, named so that the page comes back to it. */
export const giveId = (id: string): string => `give-${id}`

/** The line of two weeks, in words for who does not see it. */
function Lately({ sent }: { sent: readonly number[] }) {
  const all = sent.reduce((sum, n) => sum + n, 0)
  if (all === 0) return <span class="muted">–</span>
  const label = `${many(all, 'link')} sent in ${sent.length} days, at most ${number(Math.max(...sent))} a day`
  return <Spark values={sent} label={label} />
}

/** The page of a client is for those who look after it; others go straight to its workspace. */
const placeOf = ({ id, archived }: Workspace, { self, purse }: Pick<ClientsProps, 'self' | 'purse'>): string | null => {
  if (purse !== null) return `${self}/${id}`
  return archived ? null : `/app/w/${id}`
}

const Name = ({ of, steps, at }: { of: ClientRow; steps: number; at: string | null }) => (
  <>
    {'\u2003'.repeat(Math.max(0, steps))}
    {at === null ? (
      <b>{of.name}</b>
    ) : (
      <a href={at} data-row>
        <b>{of.name}</b>
      </a>
    )}{' '}
    {of.kind === 'team' && <span class="muted small">Team</span>}{' '}
    {of.archived && <Chip word="Archived" icon="ban" tone="idle" />}
  </>
)

/** What is free, and how long that lasts at the pace of 30 days. */
export const Credits = ({ of, base }: { of: Purse; base: string }) => (
  <>
    <Dry of={of} /> <Available of={of} />
    <span class="sub">
      <Reserved of={of} base={base} />
    </span>
  </>
)

type Purse = ClientFigures & { id: string; archived?: boolean }

/** What is free opens the ledger that made it so; where it is archived nobody goes. */
function Available({ of: { id, available, archived } }: { of: Pick<Purse, 'id' | 'available' | 'archived'> }) {
  if (archived) return <>{number(available)}</>
  return <a href={`/app/w/${id}/credits`}>{number(available)}</a>
}

function Reserved({ of: { id, reserved }, base }: { of: Pick<Purse, 'id' | 'reserved'>; base: string }) {
  if (reserved === 0) return null
  return <a href={reservedHref(base, id)}>{`${number(reserved)} reserved`}</a>
}

/** The same above a form that says on a phone how long they last. */
const Free = ({ of, base }: { of: ClientRow; base: string }) => (
  <>
    <span class="wide-only">
      <Dry of={of.figures} />
    </span>{' '}
    <Available of={{ ...of, available: of.figures.available }} />
    <Lasting of={{ ...of.figures, id: of.id }} base={base} />
  </>
)

const Dry = ({ of: { running_dry, runway_days } }: { of: ClientFigures }) => (
  <>{running_dry && <Chip word={lasts(runway_days!)} icon="triangle-alert" tone="bad" />}</>
)

const lasts = (days: number): string => (days < 1 ? 'Runs dry today' : `${many(days, 'day')} left`)

/** `back`: how the list is searched and sorted, as it stands in the address. */
type GiveProps = { to: ClientRow; action: string; back: string; idempotency_key: string }

/** Credits in one line, there and back. */
const Give = ({ to, action, back, idempotency_key }: GiveProps) => (
  <form method="post" action={action} class="row" id={giveId(to.id)} {...ONCE}>
    <Hidden fields={{ idempotency_key, back }} />
    <input
      class="input short"
      type="number"
      name="amount"
      min="1"
      required
      aria-label={`Index credits for ${to.name}`}
      placeholder="200"
    />
    <button type="submit" class="btn small">
      Give<span class="vh"> to {to.name}</span>
    </button>
    <button type="submit" class="btn small" name="way" value="back">
      Take back<span class="vh"> from {to.name}</span>
    </button>
    <SameAs of={action} short />
  </form>
)

/** On a phone below what is free: a warning while it runs dry, else what is reserved. */
const Lasting = ({ of, base }: { of: Purse; base: string }) => (
  <span class="narrow-only muted small">
    {of.running_dry ? <b class="down">{lasts(of.runway_days!)}</b> : <Reserved of={of} base={base} />}
  </span>
)

const Acts = ({ of, self }: { of: ClientRow; self: string }) => (
  <Menu
    id={`client-${of.id}`}
    label={`Actions for ${of.name}`}
    items={[
      ...(of.archived
        ? [{ label: 'Restore', icon: 'undo-2' as const, href: `${self}/${of.id}/restore` }]
        : [
            { label: 'Open workspace', icon: 'rows-3' as const, href: `/app/w/${of.id}` },
            { label: 'Push for it', icon: 'send' as const, href: `/app/w/${of.id}/push` },
            { label: 'Archive', icon: 'ban' as const, href: `${self}/${of.id}/archive` },
          ]),
      { label: 'Delete', icon: 'trash-2', href: `${self}/${of.id}/delete` },
    ]}
  />
)
