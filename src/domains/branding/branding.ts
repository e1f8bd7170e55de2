import Type from 'typebox'
import type { App } from '../../kernel/app.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { Shape, words } from '../../kernel/named.ts'
import { Moment, Nullable } from '../../kernel/shape.ts'
import { FEATURES, type Feature, planOf } from '../plans/index.ts'
import { type Branding, below, findAbove, idsOf, isArchived, readBranding } from '../tenants/index.ts'
import { logoPath } from './logo.ts'
import { domainOnWire } from './own-domain.ts'

/** Each part of the white label, and the feature of a plan that unlocks it. */
export const UNLOCKED_BY: Record<keyof Branding, Feature> = {
  logo_url: 'logo',
  accent: 'accent',
  from_name: 'from_name',
  domain: 'domain',
}

const DOMAIN_STATES = words('OwnDomainState', ['waiting', 'proved', 'failing'])

const DomainProof = Shape('OwnDomainProof', {
  state: Type.Enum(DOMAIN_STATES, {
    description: '`waiting`: nothing is served there yet; `failing`: it was proved, and stays in force until `ends_at`',
  }),
  in_force: Nullable(Type.String({ description: 'The domain that pages, reports and letters use now' })),
  txt_name: Type.String({ description: 'Name of the TXT record that proves it' }),
  file_url: Type.String({ description: 'Or the address of a text file that proves it' }),
  text: Type.String({ description: 'What has to stand in either' }),
  proved_at: Nullable(Moment),
  checked_at: Nullable(Moment),
  problem: Nullable(Type.String({ description: 'What the last look found instead' })),
  ends_at: Nullable(Moment),
})

export const BrandingShape = Shape('Branding', {
  tenant_id: Type.String(),
  logo_url: Nullable(Type.String({ description: 'Where the logo was fetched from' })),
  logo_served_url: Nullable(Type.String({ description: 'Where it is served from here' })),
  accent: Nullable(Type.String()),
  from_name: Nullable(Type.String()),
  domain: Nullable(Type.String({ description: 'As it was asked for; in force once it is proved' })),
  domain_proof: Nullable(DomainProof),
  allowed: Type.Object(
    Object.fromEntries(FEATURES.map((feature) => [feature, Type.Boolean()])) as Record<Feature, Type.TBoolean>,
    { description: 'What the plan allows' },
  ),
})

/** White label as pages and letters use it: the logo by its address here. */
export type Brand = Branding

/** What a workspace has set itself, and what its plan allows. */
export function brandingOf(tx: ReadTx, app: Pick<App, 'catalog' | 'config'>, tenant_id: string) {
  const { features } = planOf(tx, app, tenant_id)
  const allowed = Object.fromEntries(FEATURES.map((feature) => [feature, features.includes(feature)]))
  const path = logoPath(tx, tenant_id)
  const logo_served_url = path && app.config.site_url + path
  return { tenant_id, ...readBranding(tx, tenant_id), ...domainOnWire(tx, tenant_id), logo_served_url, allowed }
}

/**
 * How a workspace appears to its people, in reports and e-mails: each part from the nearest workspace that set it,
 * upwards, as far as the plan still allows it. `tried` is what it would set itself.
 */
export function brandOf(tx: ReadTx, app: Pick<App, 'catalog'>, tenant_id: string, tried: Partial<Brand> = {}): Brand {
  const { features } = planOf(tx, app, tenant_id)
  const brand: Brand = { logo_url: null, accent: null, from_name: null, domain: null }
  for (const id of findAbove(tx, tenant_id)) {
    const own = { ...readBranding(tx, id), logo_url: logoPath(tx, id), ...(id === tenant_id ? tried : {}) }
    for (const part of Object.keys(brand) as (keyof Branding)[])
      if (features.includes(UNLOCKED_BY[part])) brand[part] ??= own[part]
  }
  return brand
}

export type DomainOwner = { id: string; path: string; name: string }

/** The workspace whose own domain, proved, a host name is, as long as its plan allows one and it is in use. */
export function tenantOfDomain(tx: ReadTx, app: Pick<App, 'catalog'>, host: string): DomainOwner | null {
  const found = tx.row<DomainOwner>('select id, path, name from tenants where domain = ?', host)
  if (!found || isArchived(tx, found.path)) return null
  return planOf(tx, app, found.id).features.includes('domain') ? found : null
}

/** The address that people of a workspace know this install by: the nearest own domain in force, else its own. */
export function siteOf(tx: ReadTx, app: Pick<App, 'catalog' | 'config'>, tenant_id: string): string {
  const { domain } = brandOf(tx, app, tenant_id)
  if (!domain || !tenantOfDomain(tx, app, domain)) return app.config.site_url
  return siteAt(app, domain)
}

function siteAt({ config }: Pick<App, 'config'>, domain: string): string {
  const url = new URL(config.site_url)
  url.hostname = domain
  return url.origin
}

/** The same of several workspaces in use of one tree, by their paths, in as many statements. */
export function sitesOf(
  tx: ReadTx,
  app: Pick<App, 'catalog' | 'config'>,
  paths: readonly string[],
): Map<string, string> {
  const root = paths[0] && idsOf(paths[0])[0]!
  const domains = root && planOf(tx, app, root).features.includes('domain') ? domainsIn(tx, `/${root}/`) : []
  return new Map(
    paths.map((path) => {
      const nearest = domains.find((one) => path.startsWith(one.path))
      return [path, nearest ? siteAt(app, nearest.domain) : app.config.site_url]
    }),
  )
}

/** The own domains in force in a tree, the deepest first. */
const domainsIn = (tx: ReadTx, path: string): { path: string; domain: string }[] =>
  tx.rows(
    'select path, domain from tenants where path >= ? and path < ? and domain is not null order by path desc',
    ...below(path),
  )
