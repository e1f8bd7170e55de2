/** Payments and refunds of all workspaces. */

import { exportBillingCsv, listBillingEvents } from '../../src/features/billing/operations/billing.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { Chip } from '../parts/chips.tsx'
import { type Column, Named } from '../parts/lists/table.tsx'
import { Person } from '../parts/person.tsx'
import { usd } from '../parts/text/format.ts'
import { type StatusWord, sold } from '../parts/text/words.ts'
import { timeColumn } from '../screens/columns.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import type { ListState } from '../screens/list-spec.ts'

export const REVENUE = '/app/platform/revenue'

export type EventRow = AnswerOf<typeof listBillingEvents>['items'][number]

const TYPES: Record<EventRow['type'], StatusWord> = {
  pack_purchase: { word: 'Pack', icon: 'check', tone: 'ok' },
  plan_invoice: { word: 'Plan invoice', icon: 'check', tone: 'ok' },
  refund: { word: 'Refund', icon: 'undo-2', tone: 'info' },
  chargeback: { word: 'Chargeback', icon: 'triangle-alert', tone: 'bad' },
  payment_failed: { word: 'Payment failed', icon: 'ban', tone: 'warn' },
}

const DISPUTES: Partial<Record<EventRow['state'], string>> = {
  open: 'waits for an answer',
  won: 'won, the money came back',
  lost: 'lost',
}

const signedUsd = ({ type, usd: amount }: EventRow): string =>
  usd(type === 'refund' || type === 'chargeback' ? -amount : amount)

const aboutOf = ({ pack, plan, interval, state, mode, note }: EventRow): string =>
  [sold(pack ?? plan ?? ''), interval, DISPUTES[state], mode, note].filter(Boolean).join(' · ')

/** `named`: with a column of the workspace. */
export const eventColumns = (
  { zone, names }: Pick<ListState, 'zone' | 'names'>,
  named: boolean,
): Column<EventRow>[] => [
  {
    label: 'Payment',
    cell: (event) => (
      <>
        {named &&
          (event.tenant_name === null ? (
            <span class="muted">Deleted workspace</span>
          ) : (
            <Named href={`${REVENUE}/workspaces/${event.tenant_id}`} name={event.tenant_name} />
          ))}
        <small class="sub2">{aboutOf(event)}</small>
      </>
    ),
  },
  { label: 'Type', cell: ({ type }) => <Chip {...TYPES[type]} /> },
  { label: 'Amount', class: 'num', word: null, cell: signedUsd },
  { label: 'By', class: 'wide-only opt', cell: ({ actor }) => <Person of={actor} names={names} /> },
  { label: 'Reference', class: 'wide-only opt', cell: ({ reference }) => <span class="id">{reference ?? '–'}</span> },
  timeColumn('When', 'created_at', zone),
]

export const paymentList = listScreen({
  at: '/revenue/payments',
  operator: true,
  kind: 'revenue',
  operation: listBillingEvents,
  title: 'Payments',
  sub: 'Packs, invoices of plans, refunds, chargebacks and failed payments.',
  search: 'Search workspace, reference, note or actor',
  filters: { type: TYPES },
  days: [
    { name: 'from', label: 'From' },
    { name: 'to', label: 'To' },
  ],
  kept: ['tenant_id'],
  columns: (view) => eventColumns(view, true),
  csv: exportBillingCsv,
  menu: ({ query }) => [
    query.tenant_id ? { label: 'Payments of all workspaces', icon: 'banknote', href: `${REVENUE}/payments` } : null,
  ],
  empty: { icon: 'coins', text: 'No payment yet.' },
  nothing: 'No payment fits these filters.',
})
