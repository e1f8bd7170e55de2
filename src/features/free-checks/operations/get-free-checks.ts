import Type from 'typebox'
import { Days, FreeCheckTotals, totalsOf } from '../index.ts'
import { read } from '../../../kernel/operation/operation.ts'
import { Defaulted } from '../../../kernel/operation/shape.ts'

export const getFreeChecks = read({
  name: 'get_free_checks',
  route: 'GET /admin/free-checks',
  role: 'platform',
  summary: 'Free checks on the public pages: totals by kind, domain and place, blocks, and the caps of today.',
  input: Type.Object({ days: Defaulted(Days, '7') }),
  output: FreeCheckTotals,
  example: { days: '30' },
  handle: ({ tx }, { days = '7' }) => totalsOf(tx, Number(days)),
})
