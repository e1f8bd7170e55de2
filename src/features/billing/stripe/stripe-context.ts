import { findAbove } from '../../../domains/tenants/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { writeAudit } from '../../../kernel/operation/audit.ts'
import { type Caller, systemCaller } from '../../../kernel/operation/caller.ts'
import type { Time } from '../../../kernel/time/clock.ts'

export type BillingApp = Pick<App, 'catalog' | 'config' | 'letters' | 'sealer' | 'wake' | 'log'>

/** Where a fact of Stripe comes from: an event, or the answer to a question. */
export type StripeContext = {
  id: string
  at: Time
  rank: number
  mode: 'test' | 'live'
  ip: string | null
  request_id: string | null
}

/** A waiting event refers to something that is not known yet: `about` is its name. */
export type EventOutcome = { outcome: 'applied' | 'ignored' } | { outcome: 'waiting'; about: string }
export const APPLIED: EventOutcome = { outcome: 'applied' }
export const IGNORED: EventOutcome = { outcome: 'ignored' }
export const waitsFor = (about: string | null): EventOutcome =>
  about === null ? IGNORED : { outcome: 'waiting', about }

/** Stripe acts for no user of the install. */
export const stripeCaller = (tenant_id: string): Caller => ({ ...systemCaller(tenant_id), label: 'Stripe' })

/** Writes the result into the audit trail, under the request that brought the event. */
export const audit = (tx: Tx, context: StripeContext, tenant_id: string, target: string, after: object): void =>
  writeAudit(tx, stripeCaller(tenant_id), {
    action: 'stripe_event',
    tenant_id,
    target,
    after: { event: context.id, ...after },
    ip: context.ip,
    request_id: context.request_id,
  })

export const isThere = (tx: Tx, tenant_id: string): boolean => findAbove(tx, tenant_id).length > 0

export const billingPage = (app: Pick<App, 'config'>, tenant_id: string): string =>
  `${app.config.site_url}/app/platform/revenue/workspaces/${tenant_id}`
