import Type from 'typebox'
import { balancesOf, UpstreamBalances } from '../../domains/providers/index.ts'
import { outbound } from '../../kernel/operation/operation.ts'

export const getUpstreamBalance = outbound({
  name: 'get_upstream_balance',
  route: 'GET /upstream/balance',
  role: 'platform',
  summary: 'Balances at the suppliers: standard scans (USD), live scans (searches left), crawl credits.',
  description: 'They are kept for 5 minutes.',
  input: Type.Object({
    refresh: Type.Optional(Type.String({ title: 'Ask again', description: '1 asks now instead', maxLength: 5 })),
  }),
  output: UpstreamBalances,
  example: {},
  handle: ({ app, signal }, { refresh }) => balancesOf(app, signal, refresh === '1' || refresh === 'true'),
})
