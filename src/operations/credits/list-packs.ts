import Type from 'typebox'
import { PACKS, Pack } from '../../domains/plans/index.ts'
import { ListOf, wholeListInput, wholeOrPageOf } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'

export const listPacks = read({
  name: 'list_packs',
  route: 'GET /credits/packs',
  role: null,
  summary: 'Credit packs: what each holds and its price in USD.',
  input: Type.Object(wholeListInput('pack', 'usd', 'index_credits', 'check_credits')),
  output: ListOf(Pack),
  example: { sort: 'usd' },

  handle({ app }, { sort = 'pack', dir, ...page }) {
    const sign = dir === 'desc' ? -1 : 1
    const rank = (pack: Pack) => (sort === 'pack' ? PACKS.indexOf(pack.pack) : pack[sort])
    const sorted = app.catalog.packs.toSorted((a, b) => sign * (rank(a) - rank(b)))
    return wholeOrPageOf(sorted, page)
  },
})
