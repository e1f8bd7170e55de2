import Type from 'typebox'
import { FreeCheck, KindName, logPage } from '../../domains/freechecks/index.ts'
import { ListOf, listInput, Search } from '../../kernel/list.ts'
import { read } from '../../kernel/operation.ts'

export const listFreeChecks = read({
  name: 'list_free_checks',
  route: 'GET /admin/free-checks/checks',
  role: 'platform',
  summary: 'The log of free checks, the newest first. It is kept for 30 days.',
  description:
    '`q` is an IP address, a domain or a city, or the beginning of one; or a whole network or country code. Of a network 50 refusals a day are kept.',
  input: Type.Object({
    ...listInput('created_at'),
    q: Search,
    kind: Type.Optional(KindName),
    blocked: Type.Optional(Type.Enum(['1'], { title: 'Refused', description: '1: only those that were refused' })),
  }),
  output: ListOf(FreeCheck),
  example: { q: 'bakery.example' },

  handle: ({ tx, app }, { page, page_size, dir, sort: _, blocked, ...query }) =>
    logPage(tx, app, { ...query, blocked: blocked === '1' }, { page, page_size, dir }),
})
