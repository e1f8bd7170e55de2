import Type from 'typebox'
import { Days, FreeCheck, KindName, logPage } from '../index.ts'
import { ListOf, listInput, Search } from '../../../kernel/database/list.ts'
import { read } from '../../../kernel/operation/operation.ts'
import { Defaulted } from '../../../kernel/operation/shape.ts'

export const listFreeChecks = read({
  name: 'list_free_checks',
  route: 'GET /admin/free-checks/checks',
  role: 'platform',
  summary: 'The log of free checks, newest first. Entries are kept for 30 days.',
  description:
    '`q` is an IP address, a domain or a city, or the beginning of one; or a whole network or country code. The log keeps 50 refusals per network and day.',
  input: Type.Object({
    ...listInput('created_at'),
    q: Search,
    kind: Type.Optional(KindName),
    days: Defaulted(Days, '30'),
    blocked: Type.Optional(Type.Enum(['1'], { title: 'Refused', description: '1: only refused checks' })),
  }),
  output: ListOf(FreeCheck),
  example: { q: 'bakery.example' },

  handle: ({ tx, app }, { page, page_size, dir, sort: _, blocked, days = '30', ...query }) =>
    logPage(tx, app, { ...query, days: Number(days), blocked: blocked === '1' }, { page, page_size, dir }),
})
