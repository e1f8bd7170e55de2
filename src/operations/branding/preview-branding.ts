import Type from 'typebox'
import { BrandShown, brandFields, brandOf, tryLogo, UNLOCKED_BY } from '../../domains/branding/index.ts'
import { planOf } from '../../domains/plans/index.ts'
import { partyOf } from '../../kernel/operation/caller.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

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
