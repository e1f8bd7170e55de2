/** Money that came in and went out, in all workspaces. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { listBillingEvents } from '../../src/operations/billing/list-billing-events.ts'
import { Empty, NothingFound } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { Filters } from '../parts/filters.tsx'
import { usd } from '../parts/format.ts'
import { isFiltered, listHref, type Paged, type Query } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, ListCard } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { sold, type Word } from '../parts/words.ts'

export type EventRow = AnswerOf<typeof listBillingEvents>['items'][number]

export type EventsProps = { list: Paged<EventRow>; query: Query; self: string; billing: string; zone?: string }

export const Events = ({ list, query, self, billing, zone = 'UTC' }: EventsProps) => (
  <>
    <PageHead
      title="Billing events"
      sub="Packs, invoices of plans, refunds, chargebacks and payments that failed."
      crumbs={[{ label: 'Billing', href: billing }, { label: 'Events' }]}
      actions={
        <a class="btn" href={listHref(`${self}/csv`, query, {})} data-key="e">
          Export CSV
        </a>
      }
    />
    <Filters
      href={self}
      query={query}
      search="Search workspace, reference, note or actor"
      filters={[{ name: 'type', label: 'Type', choices: TYPES }]}
      days={DAYS}
      kept={['tenant_id']}
    />
    <ListCard
      caption="Billing events"
      columns={eventColumns(zone, (tenant_id) => `${billing}/tenants/${tenant_id}`)}
      list={list}
      href={self}
      query={query}
      order="created_at"
      empty={
        isFiltered(query) ? (
          <NothingFound href={self}>No event fits these filters.</NothingFound>
        ) : (
          <Empty icon="coins">No money has moved yet.</Empty>
        )
      }
    />
  </>
)

const WORDS: Record<EventRow['type'], Word> = {
  pack_purchase: { word: 'Pack', icon: 'check', tone: 'ok' },
  plan_invoice: { word: 'Plan invoice', icon: 'check', tone: 'ok' },
  refund: { word: 'Refund', icon: 'undo-2', tone: 'info' },
  chargeback: { word: 'Chargeback', icon: 'triangle-alert', tone: 'bad' },
  payment_failed: { word: 'Payment failed', icon: 'ban', tone: 'warn' },
}

const TYPES = [
  { value: '', label: 'Every type' },
  ...Object.entries(WORDS).map(([value, { word }]) => ({ value, label: word })),
]

const DAYS = [
  { name: 'from', label: 'From' },
  { name: 'to', label: 'To' },
]

const DISPUTES: Partial<Record<EventRow['state'], string>> = {
  open: 'waits for an answer',
  won: 'won: the money came back',
  lost: 'lost',
}

/** Money that went out has a minus. */
const signedUsd = ({ type, usd: amount }: EventRow): string =>
  usd(type === 'refund' || type === 'chargeback' ? -amount : amount)

/** `at` leads to the billing of a workspace; without it the workspace is known. */
export const eventColumns = (zone: string, at?: (tenant_id: string) => string): Column<EventRow>[] => [
  {
    label: 'What',
    cell: (event) => (
      <>
        <Chip {...WORDS[event.type]} />
        <div class="muted">
          {[sold(event.pack ?? event.plan ?? ''), event.interval, DISPUTES[event.state], event.mode]
            .filter(Boolean)
            .join(' · ')}
          {event.note && (
            <>
              <br />
              {event.note}
            </>
          )}
        </div>
        <span class="sub">
          <When time={event.created_at} zone={zone} exact />
        </span>
      </>
    ),
  },
  { label: 'Amount', class: 'num', cell: signedUsd },
  ...(at
    ? [
        {
          label: 'Workspace',
          cell: (event: EventRow) =>
            event.tenant_name === null ? (
              <span class="muted">deleted</span>
            ) : (
              <a href={at(event.tenant_id)}>{event.tenant_name}</a>
            ),
        },
      ]
    : []),
  { label: 'By', class: 'wide-only', cell: ({ actor }) => actor },
  { label: 'Reference', class: 'wide-only', cell: ({ reference }) => <span class="id">{reference ?? '–'}</span> },
  {
    label: 'When',
    class: 'num when wide-only',
    sort: at && 'created_at',
    cell: ({ created_at }) => <When time={created_at} zone={zone} exact />,
  },
]
