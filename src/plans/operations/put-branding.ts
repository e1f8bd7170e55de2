import Type from 'typebox'
import { invalid } from '../../kernel/fault.ts'
import { write } from '../../kernel/operation.ts'
import { Nullable, TenantId } from '../../kernel/shape.ts'
import { type Branding, readBranding, writeBranding } from '../../tenants/index.ts'
import { BrandingShape, brandingOf, UNLOCKED_BY } from '../branding.ts'
import { requirePlan } from '../limits.ts'

export const putBranding = write({
  name: 'put_branding',
  route: 'PUT /tenants/{id}/branding',
  role: 'admin',
  summary: 'Set the white label of a workspace.',
  description:
    'A part left out stays, null clears it. Accent and sender name need Agency Pro, or higher. This version serves no own logos and domains: `logo_url` and `domain` can only be null.',
  input: Type.Object({
    id: TenantId,
    logo_url: Type.Optional(Nullable(Type.String({ title: 'Logo', maxLength: 2000 }))),
    accent: Type.Optional(
      Nullable(Type.String({ title: 'Accent colour', pattern: '^#[0-9a-fA-F]{6}$', description: 'Such as #0f766e' })),
    ),
    from_name: Type.Optional(
      Nullable(
        Type.String({
          title: 'Sender name',
          minLength: 1,
          maxLength: 100,
          pattern: '^[^\\x00-\\x1f\\x7f]*\\S[^\\x00-\\x1f\\x7f]*$',
        }),
      ),
    ),
    domain: Type.Optional(Nullable(Type.String({ title: 'Domain', maxLength: 253 }))),
  }),
  output: BrandingShape,
  example: { id: 'ten_northwind', accent: '#0f766e', from_name: 'Northwind Search' },
  faults: ['plan_required'],

  handle({ tx, app, changed }, { id, ...given }) {
    const parts = Object.keys(given) as (keyof Branding)[]
    for (const part of parts) if (given[part] != null) requirePlan(tx, app, id, UNLOCKED_BY[part])
    for (const part of ['logo_url', 'domain'] as const)
      if (given[part] != null) throw invalid({ path: part, message: 'can only be null in this version' })
    const before = readBranding(tx, id)
    const after = { ...before, ...given }
    writeBranding(tx, id, { ...after, accent: after.accent?.toLowerCase() ?? null })
    changed({ tenant_id: id, before, after })
    return brandingOf(tx, app, id)
  },
})
