import Type from 'typebox'
import { DigestPreview, previewDigest } from '../../domains/notices/index.ts'
import { findTenant } from '../../domains/tenants/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const previewDigestNow = read({
  name: 'preview_digest',
  route: 'GET /tenants/{id}/digest/preview',
  role: null,
  summary: 'The digest as it would go out now, as HTML and as text.',
  description: 'It covers the time since the last digest: one day for the first, seven days at most.',
  input: Type.Object({ id: TenantId }),
  output: DigestPreview,
  example: { id: 'ten_northwind' },
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle: ({ tx, app, subject }) => previewDigest(tx, app, subject),
})
