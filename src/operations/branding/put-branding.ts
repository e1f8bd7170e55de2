import Type from 'typebox'
import { isBounded } from '../../domains/accounts/index.ts'
import {
  BrandingShape,
  brandFields,
  brandingOf,
  cleanLogo,
  fetchLogo,
  keepLogo,
  logoPath,
  ownDomainOf,
  UNLOCKED_BY,
  wantDomain,
} from '../../domains/branding/index.ts'
import { assertFeature } from '../../domains/plans/index.ts'
import { type Branding, readBranding, writeBranding } from '../../domains/tenants/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { forbidden, invalid } from '../../kernel/operation/fault.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { Nullable, TenantId } from '../../kernel/operation/shape.ts'
import { ipFamily } from '../../kernel/web-fetch/addresses.ts'

export const putBranding = outbound({
  name: 'put_branding',
  route: 'PUT /tenants/{id}/branding',
  role: 'admin',
  summary: 'Set the white label of a workspace.',
  description:
    'A part left out stays, null clears it. `logo_url` is fetched once, now, or `logo_file` is the picture itself: a PNG, JPEG or WebP of at most 512 KiB and 2048 × 2048 pixels; it is encoded again with at most 1024 pixels a side, and served from here. `domain` shows the brand in reports and at sign-in once it is verified, and its DNS and certificate lead here: `domain_proof` says what to put where, then call verify_own_domain. A workspace may take back a domain from a workspace below it. Each part needs a plan that has it among its `features` (GET /plans).',
  input: Type.Object({
    id: TenantId,
    logo_url: brandFields.logo_url,
    logo_file: Type.Optional(
      Type.String({
        title: 'Logo file',
        description: 'The picture itself in base64, instead of its address: PNG, JPEG or WebP, at most 512 KiB',
        pattern: '^[A-Za-z0-9+/]+={0,2}$',
        maxLength: 700_000,
      }),
    ),
    accent: brandFields.accent,
    from_name: brandFields.from_name,
    domain: Type.Optional(
      Nullable(
        Type.String({
          title: 'Domain',
          description: 'A host name such as seo.agency.example',
          maxLength: 253,
          pattern: '^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$',
        }),
      ),
    ),
  }),
  output: BrandingShape,
  example: { id: 'ten_northwind', accent: '#0f766e', from_name: 'Northwind Search' },
  faults: ['plan_required', 'conflict'],

  async handle({ app, caller, signal, read, write, changed }, { id, logo_file, ...asked }) {
    if (logo_file && asked.logo_url) throw invalid({ path: 'logo_file', message: 'cannot be given with logo_url' })
    const given = logo_file ? { ...asked, logo_url: null } : asked
    const { domain: host, ...parts } = given
    // The owner of an own domain can read the sessions that people open there, and a session has no limit on credits.
    if (host && isBounded(caller))
      throw forbidden(
        'API keys with a limit on credits, and sessions at an own domain, cannot set an own domain. Set it in the web interface, at the address of the install.',
      )
    const judge = (tx: ReadTx) => {
      for (const part of Object.keys(given) as (keyof Branding)[])
        if (given[part] != null || (part === 'logo_url' && logo_file)) assertFeature(tx, app, id, UNLOCKED_BY[part])
    }
    read((tx) => judge(tx) as undefined)
    const domain = host === null ? null : host?.toLowerCase()
    if (domain && (ipFamily(domain) !== 0 || domain === new URL(app.config.site_url).hostname))
      throw invalid({ path: 'domain', message: 'must be a host name of its own, not that of this install' })
    const logo = logo_file
      ? await cleanLogo(Buffer.from(logo_file, 'base64'))
      : given.logo_url
        ? await fetchLogo(app, given.logo_url, signal)
        : null
    return write((tx) => {
      judge(tx)
      const kept = () => ({ ...readBranding(tx, id), domain: ownDomainOf(tx, id)?.host ?? null })
      const before = { ...kept(), picture: logoPath(tx, id) }
      const from = domain === undefined ? null : wantDomain(tx, id, domain)
      const after = { ...readBranding(tx, id), ...parts }
      writeBranding(tx, id, { ...after, accent: after.accent?.toLowerCase() ?? null })
      if (given.logo_url !== undefined) keepLogo(tx, id, logo)
      changed({
        tenant_id: id,
        before,
        after: { ...kept(), picture: logoPath(tx, id), ...(from ? { domain_taken_from: from } : {}) },
      })
      return brandingOf(tx, app, id)
    })
  },
})
