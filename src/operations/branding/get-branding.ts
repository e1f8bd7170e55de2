import Type from 'typebox'
import { BrandingShape, brandingOf } from '../../domains/branding/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

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
