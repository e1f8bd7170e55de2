import Type from 'typebox'
import {
  BALANCE_UNITS,
  bookTest,
  installPlace,
  isSlot,
  noEngine,
  openEngine,
  openSearchConsole,
  testEngine,
} from '../../domains/checks/index.ts'
import { notFound } from '../../kernel/operation/fault.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { Nullable } from '../../kernel/operation/shape.ts'
import { SECOND } from '../../kernel/time/clock.ts'
import { TEST_CALL } from '../../kernel/web-fetch/adapter.ts'

/** A live search takes longer than an account call. */
const QUESTION = { timeout_ms: 30 * SECOND }

export const testIntegration = outbound({
  name: 'test_integration',
  route: 'POST /settings/integrations/{source}/test',
  role: 'platform',
  harmless: true,
  summary: 'Test a check engine: read its account, and ask one question where it searches. Costs at most one check.',
  input: Type.Object({
    source: Type.String({
      title: 'Engine',
      description: "The slot's name, scan_standard for example; or search_console",
    }),
  }),
  output: Type.Object({
    source: Type.String(),
    adapter: Type.String(),
    ok: Type.Boolean(),
    message: Type.String(),
    balance: Nullable(Type.Object({ amount: Type.Number(), unit: Type.Enum(BALANCE_UNITS) })),
  }),
  example: { source: 'scan_standard' },
  faults: ['conflict'],
  subject(_tx, _caller, { source }) {
    if (!source || !(isSlot(source) || source === 'search_console')) throw notFound('check engine')
    return source
  },

  async handle({ app, subject, signal, read }) {
    const engine = read((tx) =>
      isSlot(subject) ? openEngine(tx, app, subject, QUESTION) : openSearchConsole(tx, app, TEST_CALL),
    )
    if (!engine) throw noEngine(subject)
    const test = await testEngine(engine, signal, read(installPlace))
    if (isSlot(subject)) app.db.write((tx) => bookTest(tx, subject, engine, test))
    const { ok, message, balance } = test.report
    return { source: subject, adapter: engine.adapter, ok, message, balance: balance ?? null }
  },
})
