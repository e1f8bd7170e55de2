import Type from 'typebox'
import { noSupplier, openRoute, ROUTES, type RouteName } from '../../domains/providers/index.ts'
import { conflict, notFound } from '../../kernel/operation/fault.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { Nullable } from '../../kernel/operation/shape.ts'
import { TEST_CALL } from '../../kernel/web-fetch/adapter.ts'

export const testCrawlRoute = outbound({
  name: 'test_crawl_route',
  route: 'POST /settings/crawl/{route}/test',
  role: 'platform',
  harmless: true,
  summary: 'Test a crawl route with a free, read-only call.',
  input: Type.Object({ route: Type.String({ title: 'Route', description: 'primary or fallback' }) }),
  output: Type.Object({
    route: Type.String(),
    adapter: Type.String(),
    ok: Type.Boolean(),
    message: Type.String(),
    credits: Nullable(Type.Number()),
  }),
  example: { route: 'primary' },
  faults: ['conflict'],
  subject(_tx, _caller, { route }) {
    if (!ROUTES.includes(route as RouteName)) throw notFound('crawl route')
    return route as RouteName
  },

  async handle({ app, subject, signal, read }) {
    const route = read((tx) => openRoute(tx, app, subject, TEST_CALL))
    if (!route) throw conflict(noSupplier(subject))
    const { ok, message, credits } = await route.balance(signal)
    return { route: subject, adapter: route.adapter, ok, message, credits: credits ?? null }
  },
})
