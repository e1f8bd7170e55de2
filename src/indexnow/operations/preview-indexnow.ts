import Type from 'typebox'
import { read } from '../../kernel/operation.ts'
import { TenantId, Urls } from '../../kernel/shape.ts'
import { takeUrls } from '../../preflight/index.ts'
import { eligible } from '../pings.ts'
import { Preview } from '../shapes.ts'

export const previewIndexnow = read({
  name: 'preview_indexnow',
  route: 'POST /indexnow/preview',
  role: null,
  harmless: true,
  summary: 'How many of these URLs a push would also send to IndexNow.',
  description: 'Duplicates and invalid URLs are left out.',
  input: Type.Object({ urls: Urls, tenant_id: Type.Optional(TenantId) }),
  output: Preview,
  example: { urls: ['https://bakery.example/bread', 'https://bakery.example/cake'], tenant_id: 'ten_bakery' },

  handle({ tx, caller }, { urls: given, tenant_id = caller.tenant_id }) {
    const { urls } = takeUrls(given)
    return { total: urls.length, ...eligible(tx, tenant_id, urls) }
  },
})
