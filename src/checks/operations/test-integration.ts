import Type from 'typebox'
import { ENGINES, type EngineSlot } from '../../jobs/index.ts'
import { conflict, notFound } from '../../kernel/fault.ts'
import { outbound } from '../../kernel/operation.ts'
import { Nullable } from '../../kernel/shape.ts'
import { openEngine } from '../settings.ts'

export const testIntegration = outbound({
  name: 'test_integration',
  route: 'POST /settings/integrations/{source}/test',
  role: 'platform',
  harmless: true,
  summary: 'Test a check engine by a free call that says what it saw.',
  input: Type.Object({
    source: Type.String({ title: 'Engine', description: "The slot's name, scan_standard for example" }),
  }),
  output: Type.Object({
    source: Type.String(),
    adapter: Type.String(),
    ok: Type.Boolean(),
    message: Type.String(),
    balance: Nullable(Type.Object({ amount: Type.Number(), unit: Type.Enum(['USD', 'searches', 'credits']) })),
  }),
  example: { source: 'scan_standard' },
  faults: ['conflict'],
  subject(_tx, _caller, { source }) {
    if (!ENGINES.includes(source as EngineSlot)) throw notFound('check engine')
    return source as EngineSlot
  },

  async handle({ app, subject, signal, read }) {
    const engine = read((tx) => openEngine(tx, app, subject))
    if (!engine)
      throw conflict(`No check engine is connected as ${subject}. Connect one with PUT /settings/integrations.`)
    const { ok, message, balance } = await engine.report(signal)
    return { source: subject, adapter: engine.adapter, ok, message, balance: balance ?? null }
  },
})
