import type { App } from '../../kernel/app.ts'
import { writeAudit } from '../../kernel/audit.ts'
import { type Caller, systemCaller } from '../../kernel/caller.ts'
import type { Time } from '../../kernel/clock.ts'
import type { Tx } from '../../kernel/database.ts'
import { findAbove } from '../tenants/index.ts'

export type BillingApp = Pick<App, 'catalog' | 'config' | 'letters' | 'sealer' | 'wake' | 'log'>

/** How Stripe told something: by an event, or because it was asked. */
export type Told = {
  id: string
  at: Time
  rank: number
  mode: 'test' | 'live'
  ip: string | null
  request_id: string | null
}

/** A waiting event speaks of something that is not known yet: `about` is its name. */
export type Outcome = { outcome: 'applied' | 'ignored' } | { outcome: 'waiting'; about: string }
export const APPLIED: Outcome = { outcome: 'applied' }
export const IGNORED: Outcome = { outcome: 'ignored' }
export const waitsFor = (about: string | null): Outcome => (about === null ? IGNORED : { outcome: 'waiting', about })

/** Stripe acts for nobody of the install. */
export const stripeCaller = (tenant_id: string): Caller => ({ ...systemCaller(tenant_id), label: 'Stripe' })

/** What came of it stands in the trail, under the request that brought it. */
export const audit = (tx: Tx, told: Told, tenant_id: string, target: string, after: object): void =>
  writeAudit(tx, stripeCaller(tenant_id), {
    action: 'stripe_event',
    tenant_id,
    target,
    after: { event: told.id, ...after },
    ip: told.ip,
    request_id: told.request_id,
  })

export const isThere = (tx: Tx, tenant_id: string): boolean => findAbove(tx, tenant_id).length > 0

/** Where the operator looks at it. */
export const billingPage = (app: Pick<App, 'config'>, tenant_id: string): string =>
  `${app.config.site_url}/app/platform/billing/tenants/${tenant_id}`
