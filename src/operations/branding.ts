import Type from 'typebox'
import { isBounded } from '../domains/accounts/index.ts'
import {
  BrandingShape,
  BrandShown,
  brandFields,
  brandingOf,
  brandOf,
  cleanLogo,
  fetchLogo,
  keepLogo,
  logoPath,
  lookForProof,
  ownDomainOf,
  recordLook,
  tryLogo,
  UNLOCKED_BY,
  wantDomain,
} from '../domains/branding/index.ts'
import { assertFeature, planOf } from '../domains/plans/index.ts'
import { type Branding, readBranding, writeBranding } from '../domains/tenants/index.ts'
import type { ReadTx } from '../kernel/database/database.ts'
import { inPlainEnglish, unpackSaid } from '../kernel/language/say.ts'
import { partyOf } from '../kernel/operation/caller.ts'
import { conflict, forbidden, invalid } from '../kernel/operation/fault.ts'
import { outbound, read } from '../kernel/operation/operation.ts'
import { Nullable, TenantId } from '../kernel/operation/shape.ts'
import { ipFamily } from '../kernel/web-fetch/addresses.ts'

export const getBranding = read({
  name: 'get_branding',
  route: 'GET /tenants/{id}/branding',
  role: null,
  summary: 'White label of a workspace, and what the plan allows.',
  description: 'A part that is null is inherited from the workspace above.',
  input: Type.Object({ id: TenantId }),
  output: BrandingShape,
  example: { id: 'ten_northwind' },

  handle: ({ tx, app }, { id }) => brandingOf(tx, app, id),
})

export const previewBranding = outbound({
  name: 'preview_branding',
  route: 'POST /tenants/{id}/branding/preview',
  role: 'admin',
  instead: 'put_branding',
  harmless: true,
  summary: 'The brand of a workspace as pages would show it, with other parts. Nothing is stored.',
  description:
    'A part left out stays, null shows what is inherited. A part that the plan does not include stays as it is. A logo is fetched, and served from here for five minutes.',
  input: Type.Object({ id: TenantId, ...brandFields }),
  output: BrandShown,
  example: { id: 'ten_northwind', accent: '#0f766e' },

  async handle({ app, caller, signal, read }, { id: tenant_id, logo_url: address, ...tried }) {
    const { features } = read((tx) => planOf(tx, app, tenant_id))
    const logo =
      address && features.includes(UNLOCKED_BY.logo_url)
        ? await tryLogo(app, partyOf(caller), address, signal)
        : address
    return read((tx) => brandOf(tx, app, tenant_id, { ...tried, ...(logo === undefined ? {} : { logo_url: logo }) }))
  },
})

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

export const verifyOwnDomain = outbound({
  name: 'verify_own_domain',
  route: 'POST /tenants/{id}/branding/verify',
  role: 'admin',
  summary: 'Check the proof of an own domain now.',
  description:
    'The TXT record or the file that `domain_proof` names. A missing proof is no error: `domain_proof` says what was found instead. Without this call it is checked hourly for a week; a domain in force is checked daily, and ends when its proof was missing for 14 days.',
  input: Type.Object({ id: TenantId }),
  output: BrandingShape,
  example: { id: 'ten_bakery' },
  faults: ['plan_required', 'conflict'],

  async handle({ app, signal, read, write, changed }, { id }) {
    const wanted = read((tx) => {
      assertFeature(tx, app, id, UNLOCKED_BY.domain)
      return ownDomainOf(tx, id)
    })
    if (!wanted) throw conflict('This workspace has no own domain yet. Set `domain` with put_branding first.')
    const finding = await lookForProof(app, wanted, signal)
    return write((tx) => {
      const stateOf = () => {
        const { domain, domain_proof } = brandingOf(tx, app, id)
        const { state, in_force, problem } = domain_proof ?? {}
        return { domain, state, in_force, problem: problem && inPlainEnglish(unpackSaid(problem)) }
      }
      const before = stateOf()
      recordLook(tx, wanted, finding)
      changed({ tenant_id: id, before, after: stateOf() })
      return brandingOf(tx, app, id)
    })
  },
})
