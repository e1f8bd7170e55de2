import Type from 'typebox'
import { BillingEvent, eventFilters, eventsPage } from '../index.ts'
import { ListOf, listInput } from '../../../kernel/database/list.ts'
import { read } from '../../../kernel/operation/operation.ts'

export const listBillingEvents = read({
  name: 'list_billing_events',
  route: 'GET /admin/billing/events',
  role: 'platform',
  summary: 'Money events of all workspaces, newest first.',
  description: '`q` searches the name of the workspace, reference, note and actor.',
  input: Type.Object({ ...listInput('created_at'), ...eventFilters }),
  output: ListOf(BillingEvent),
  example: { type: 'pack_purchase', from: '2026-11-01', to: '2026-11-30' },

  handle: ({ tx }, { page, page_size, dir, sort: _, ...query }) => eventsPage(tx, query, { page, page_size, dir }),
})
