import Type from 'typebox'
import { Month, UsageRow, usage } from '../../domains/providers/index.ts'
import { ListOf, listInput } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'

export const getProviderUsage = read({
  name: 'get_provider_usage',
  route: 'GET /admin/providers/usage',
  role: 'platform',
  summary: 'Crawl usage of a month by client: links sent, indexed, billed, cost.',
  input: Type.Object({ ...listInput('links', 'tenant_name'), month: Month }),
  output: ListOf(UsageRow),
  example: {},
  handle: ({ tx }, { month, ...page }) => usage(tx, month, page),
})
