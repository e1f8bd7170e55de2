import Type from 'typebox'
import type { ReadTx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { LINE } from '../../kernel/operation/input/validation-errors.ts'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Moment, Nullable, Sentence } from '../../kernel/operation/shape.ts'
import { FEATURES, type Feature, featureRefusal, planOf } from '../plans/index.ts'
import {
  type Branding,
  below,
  findAbove,
  idsOf,
  isArchived,
  readBranding,
  readTenant,
  rootOf,
  type WorkspaceRef,
} from '../tenants/index.ts'
import { logoPath } from './logo.ts'
import { domainOnWire } from './own-domain.ts'

/** Each part of the white label, and the plan feature that unlocks it. */
export const UNLOCKED_BY: Record<keyof Branding, Feature> = {
  logo_url: 'logo',
  accent: 'accent',
  from_name: 'from_name',
  domain: 'domain',
}

const DOMAIN_STATES = namedEnum('OwnDomainState', ['waiting', 'proved', 'failing'])

const DomainProof = Shape('OwnDomainProof', {
  state: Type.Enum(DOMAIN_STATES, {
    description:
      '`waiting`: nothing is served there yet; `failing`: it was verified, and stays in force until `ends_at`',
  }),
  in_force: Nullable(Type.String({ description: 'The domain that pages, reports and e-mails use now' })),
  txt_name: Type.String({ description: 'Name of the TXT record that verifies it' }),
  file_url: Type.String({ description: 'Or the address of a text file that verifies it' }),
  text: Type.String({ description: 'Content of the record or the file' }),
  proved_at: Nullable(Moment),
  checked_at: Nullable(Moment),
  problem: Nullable(Sentence({ description: 'Problem that the last check found' })),
  ends_at: Nullable(Moment),
})

const part = (options: Type.TStringOptions) => Type.Optional(Nullable(Type.String(options)))

/** Parts of the white label that pages show. */
export const brandFields = {
  logo_url: part({ title: 'Logo', description: 'Address of a picture', pattern: '^https?://\\S+$', maxLength: 2000 }),
  accent: part({ title: 'Accent colour', pattern: '^#[0-9a-fA-F]{6}$', description: 'A colour such as #0f766e' }),
  from_name: part({ title: 'Sender name', minLength: 1, maxLength: 100, pattern: LINE }),
}

const byFeature = <T>(of: (feature: Feature) => T) =>
  Object.fromEntries(FEATURES.map((feature) => [feature, of(feature)])) as Record<Feature, T>

/** The brand as pages and letters show it, with inherited parts. */
export const BrandShown = Shape('BrandShown', {
  name: Type.String({ description: 'The sender name, or the name of the agency' }),
  from_name: Nullable(Type.String()),
  logo_url: Nullable(Type.String({ description: 'A path of this install' })),
  accent: Nullable(Type.String()),
})

export const BrandingShape = Shape('Branding', {
  tenant_id: Type.String(),
  logo_url: Nullable(Type.String({ description: 'Where the logo was fetched from' })),
  logo_served_url: Nullable(Type.String({ description: 'Where it is served from here' })),
  accent: Nullable(Type.String()),
  from_name: Nullable(Type.String()),
  domain: Nullable(Type.String({ description: 'The requested domain; in force once it is verified' })),
  domain_proof: Nullable(DomainProof),
  allowed: Type.Object(
    byFeature(() => Type.Boolean()),
    { description: 'Features that the plan allows' },
  ),
  locked: Type.Object(
    byFeature(() => Nullable(Type.String())),
    { description: 'Why the plan does not allow a part, and what to do' },
  ),
  shown: BrandShown,
})

/** White label in pages and letters: `logo_url` is an address of this install, `name` the sender name or the agency's. */
export type Brand = Branding & { name: string }

/** The workspace's own settings, and what its plan allows. */
export function brandingOf(tx: ReadTx, app: Pick<App, 'catalog' | 'config'>, tenant_id: string) {
  const { features } = planOf(tx, app, tenant_id)
  const path = logoPath(tx, tenant_id)
  const logo_served_url = path && app.config.site_url + path
  return {
    tenant_id,
    ...readBranding(tx, tenant_id),
    ...domainOnWire(tx, tenant_id),
    logo_served_url,
    allowed: byFeature((feature) => features.includes(feature)),
    locked: lockedOf(tx, app, tenant_id),
    shown: brandOf(tx, app, tenant_id),
  }
}

/** Only the root chooses a plan: there the lowest that unlocks a part is named, below it whom to ask. */
function lockedOf(tx: ReadTx, app: Pick<App, 'catalog' | 'config'>, tenant_id: string) {
  const root = rootOf(tx, tenant_id)
  const ask = `The plan of ${readTenant(tx, root).name} does not include this. Ask them.`
  return byFeature((feature) => {
    const refusal = featureRefusal(tx, app, tenant_id, feature)
    return refusal && (root === tenant_id ? refusal.message : ask)
  })
}

/**
 * The branding of a workspace in pages, reports and letters: each part from the nearest workspace that set it, upwards,
 * as far as the plan still allows it. `tried` replaces the workspace's own settings, for a preview.
 */
export function brandOf(
  tx: ReadTx,
  app: Pick<App, 'catalog'>,
  tenant_id: string,
  tried: Partial<Branding> = {},
): Brand {
  const { features } = planOf(tx, app, tenant_id)
  const brand: Branding = { logo_url: null, accent: null, from_name: null, domain: null }
  const above = findAbove(tx, tenant_id)
  for (const id of above) {
    const own = { ...readBranding(tx, id), logo_url: logoPath(tx, id), ...(id === tenant_id ? tried : {}) }
    for (const part of Object.keys(brand) as (keyof Branding)[])
      if (features.includes(UNLOCKED_BY[part])) brand[part] ??= own[part]
  }
  return { ...brand, name: brand.from_name ?? readTenant(tx, above.at(-1)!).name }
}

/** The workspace with this verified own domain, while its plan includes own domains and it is not archived. */
export function tenantOfDomain(tx: ReadTx, app: Pick<App, 'catalog'>, host: string): WorkspaceRef | null {
  const found = tx.row<WorkspaceRef>('select id, path, name from tenants where domain = ?', host)
  if (!found || isArchived(tx, found.path)) return null
  return planOf(tx, app, found.id).features.includes('domain') ? found : null
}

/** Whether a host is, was or is to be the own domain of some workspace. */
export const isKnownDomain = (tx: ReadTx, host: string): boolean =>
  tx.row('select 1 from tenants where domain = ?1 union all select 1 from own_domains where host = ?1', host) !== null

/** The address of this install for people of a workspace: the nearest own domain in force, else its own. */
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

/** The same for several active workspaces, by path, in the same number of statements for each tree. */
export function sitesOf(
  tx: ReadTx,
  app: Pick<App, 'catalog' | 'config'>,
  paths: readonly string[],
): Map<string, string> {
  const roots = [...new Set(paths.map((path) => idsOf(path)[0]!))]
  const domains = roots.flatMap((root) =>
    planOf(tx, app, root).features.includes('domain') ? domainsIn(tx, `/${root}/`) : [],
  )
  return new Map(
    paths.map((path) => {
      const nearest = domains.find((one) => path.startsWith(one.path))
      return [path, nearest ? siteAt(app, nearest.domain) : app.config.site_url]
    }),
  )
}

/** The own domains in force in a tree, deepest first. */
const domainsIn = (tx: ReadTx, path: string): { path: string; domain: string }[] =>
  tx.rows(
    'select path, domain from tenants where path >= ? and path < ? and domain is not null order by path desc',
    ...below(path),
  )
