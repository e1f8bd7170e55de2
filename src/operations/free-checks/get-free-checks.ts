import Type from 'typebox'
import { FreeCheckTotals, totalsOf } from '../../domains/freechecks/index.ts'
import { read } from '../../kernel/operation.ts'
import { Defaulted } from '../../kernel/shape.ts'

export const getFreeChecks = read({
  name: 'get_free_checks',
  route: 'GET /admin/free-checks',
  role: 'platform',
  summary: 'Free checks on the public pages: how many, of what, from where, who is blocked, and the caps of today.',
  input: Type.Object({
    days: Defaulted(
      Type.Enum(['1', '7', '30'], { title: 'Days', description: 'The last UTC days, today included' }),
      '7',
    ),
  }),
  output: FreeCheckTotals,
  example: { days: '30' },
  handle: ({ tx }, { days = '7' }) => totalsOf(tx, Number(days)),
})
