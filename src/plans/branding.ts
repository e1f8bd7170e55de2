import Type from 'typebox'
import type { App } from '../app.ts'
import type { ReadTx } from '../kernel/database.ts'
import { Nullable } from '../kernel/shape.ts'
import { type Branding, findAbove, readBranding } from '../tenants/index.ts'
import { FEATURES, type Feature } from './shapes.ts'
import { planOf } from './subscription.ts'

/** Each part of the white label, and the feature of a plan that unlocks it. */
export const UNLOCKED_BY: Record<keyof Branding, Feature> = {
  logo_url: 'logo',
  accent: 'accent',
  from_name: 'from_name',
  domain: 'domain',
}

export const BrandingShape = Type.Object({
  tenant_id: Type.String(),
  logo_url: Nullable(Type.String()),
  accent: Nullable(Type.String()),
  from_name: Nullable(Type.String()),
  domain: Nullable(Type.String()),
  allowed: Type.Object(
    Object.fromEntries(FEATURES.map((feature) => [feature, Type.Boolean()])) as Record<Feature, Type.TBoolean>,
    { description: 'What the plan allows' },
  ),
})

/** What a workspace has set itself, and what its plan allows. */
export function brandingOf(tx: ReadTx, app: Pick<App, 'catalog'>, tenant_id: string) {
  const { features } = planOf(tx, app, tenant_id)
  const allowed = Object.fromEntries(FEATURES.map((feature) => [feature, features.includes(feature)]))
  return { tenant_id, ...readBranding(tx, tenant_id), allowed }
}

/**
 * How a workspace appears to its people, in reports and e-mails: each part from the nearest workspace that set it,
 * upwards, as far as the plan still allows it.
 */
export function brandOf(tx: ReadTx, app: Pick<App, 'catalog'>, tenant_id: string): Branding {
  const { features } = planOf(tx, app, tenant_id)
  const brand: Branding = { logo_url: null, accent: null, from_name: null, domain: null }
  for (const id of findAbove(tx, tenant_id)) {
    const own = readBranding(tx, id)
    for (const part of Object.keys(brand) as (keyof Branding)[])
      if (features.includes(UNLOCKED_BY[part])) brand[part] ??= own[part]
  }
  return brand
}
