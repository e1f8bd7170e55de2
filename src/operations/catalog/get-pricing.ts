import Type from 'typebox'
import { creditsOf, engineInUse } from '../../domains/checks/index.ts'
import { CreditKind } from '../../domains/credits/index.ts'
import { ENGINES, EngineName } from '../../domains/jobs/index.ts'
import { LOOK_DAYS, Pack, Plan } from '../../domains/plans/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { KEY_PER_DAY, KEY_PER_MINUTE, SESSION_PER_MINUTE } from '../../kernel/scheduling/limits.ts'

const Count = Type.Integer({ minimum: 1 })

export const getPricing = read({
  name: 'get_pricing',
  route: 'GET /pricing',
  role: null,
  summary: 'The kinds of credits, packs, plans, the credit-back guarantee and rate limits. Prices in USD.',
  input: Type.Object({}),
  output: Shape('Pricing', {
    currency: Type.Literal('USD'),
    credits: Type.Array(Type.Object({ kind: CreditKind, work: Type.String(), credits: Count, meaning: Type.String() })),
    engines: Type.Array(Type.Object({ engine: EngineName, credits: Count }), {
      description: 'Engines that can be asked now, with the check credits of one check',
    }),
    packs: Type.Array(Pack),
    plans: Type.Array(Plan),
    guarantee: Type.Object({ look_days: Type.Array(Count), meaning: Type.String() }),
    rate_limits: Type.Object({ key_per_minute: Count, key_per_day: Count, session_per_minute: Count }),
  }),
  example: {},

  handle({ app, tx }) {
    return {
      currency: 'USD',
      credits: CREDITS,
      engines: ENGINES.filter((engine) => engineInUse(tx, engine)).map((engine) => ({
        engine,
        credits: creditsOf(engine),
      })),
      ...app.catalog,
      guarantee: { look_days: LOOK_DAYS, meaning: GUARANTEE },
      rate_limits: { key_per_minute: KEY_PER_MINUTE, key_per_day: KEY_PER_DAY, session_per_minute: SESSION_PER_MINUTE },
    }
  },
})

const CREDITS = [
  { kind: 'index', work: 'push', credits: 1, meaning: 'A link: reserved when pushed, used only once it is indexed.' },
  { kind: 'check', work: 'check', credits: 1, meaning: 'A checked link. Refunded when the check gives no answer.' },
  { kind: 'check', work: 'scan_live', credits: 5, meaning: 'A link checked live.' },
]

const GUARANTEE =
  'Each sent link is checked on these days, free of charge. The credit of a link not indexed on the last day is refunded. Flagged links pushed anyway and force-refreshed links are not covered.'
