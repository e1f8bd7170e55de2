import Type from 'typebox'
import { creditsOf, engineInUse } from '../domains/checks/index.ts'
import { CreditKind } from '../domains/credits/index.ts'
import { ENGINES, EngineName } from '../domains/jobs/index.ts'
import { LOOK_DAYS, Pack, Plan } from '../domains/plans/index.ts'
import { ListOf, wholeListInput, wholeOrPageOf } from '../kernel/database/list.ts'
import { isDraft } from '../kernel/language/catalogue.ts'
import { nameOf, offeredLanguages } from '../kernel/language/choose.ts'
import { ROLES } from '../kernel/operation/caller.ts'
import { type Route, routesOf, toolsOf } from '../kernel/operation/offered/routes-and-tools.ts'
import { read } from '../kernel/operation/operation.ts'
import { Shape } from '../kernel/operation/schema-names.ts'
import { Nullable } from '../kernel/operation/shape.ts'
import { KEY_PER_DAY, KEY_PER_MINUTE, SESSION_PER_MINUTE } from '../kernel/scheduling/limits.ts'

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

export const listLanguages = read({
  name: 'list_languages',
  route: 'GET /languages',
  role: null,
  instead: 'the page Brand of the web interface',
  summary: 'Languages of reports and letters. A language is offered once it has every text.',
  input: Type.Object(wholeListInput('tag')),
  output: ListOf(
    Shape('OfferedLanguage', {
      tag: Type.String(),
      name: Type.String({ description: 'Its name in itself' }),
      draft: Type.Boolean({ description: 'Whether no native speaker has signed the translation yet' }),
    }),
  ),
  example: {},

  handle: (_, page) =>
    wholeOrPageOf(
      offeredLanguages().map((tag) => ({ tag, name: nameOf(tag), draft: isDraft(tag) })),
      page,
    ),
})

const JsonSchema = Type.Unsafe<object>({ type: 'object', description: 'JSON Schema 2020-12' })

const ToolRow = Shape('Tool', {
  name: Type.String(),
  title: Type.String(),
  description: Type.String(),
  input_schema: JsonSchema,
  output_schema: Nullable(JsonSchema),
  annotations: Type.Object({
    readOnlyHint: Type.Boolean(),
    destructiveHint: Type.Boolean(),
    openWorldHint: Type.Boolean(),
  }),
  examples: Type.Array(Type.Object({ arguments: Type.Unsafe<object>({ type: 'object' }) })),
})

export const listMcpTools = read({
  name: 'list_mcp_tools',
  route: 'GET /mcp-tools',
  role: null,
  summary: 'The MCP tool catalog: names, descriptions, input schemas, examples.',
  input: Type.Object(wholeListInput('name')),
  output: ListOf(ToolRow),
  example: { page_size: 2 },

  handle({ app }, { dir = 'asc', ...page }) {
    const tools = toolsOf(app.operations)
    return wholeOrPageOf(dir === 'asc' ? tools : tools.toReversed(), page)
  },
})

const RouteRow = Shape('Route', {
  method: Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: Type.String({ description: 'Relative to /api/v1' }),
  name: Type.String(),
  role: Nullable(Type.Enum([...ROLES, 'platform'], { description: 'Least role' })),
  summary: Type.String(),
  tool: Nullable(Type.String({ description: 'Name of the MCP tool' })),
})

export const listRoutes = read({
  name: 'list_routes',
  route: 'GET /routes',
  role: null,
  summary: 'Every REST route.',
  input: Type.Object(wholeListInput('path', 'method', 'name')),
  output: ListOf(RouteRow),
  example: { page_size: 2 },

  handle({ app }, { sort = 'path', dir = 'asc', ...page }) {
    const turn = dir === 'asc' ? 1 : -1
    const keyOf = (route: Route) => `${route[sort]} ${route.path} ${route.method}`
    const rows = routesOf(app.operations).sort((a, b) => (keyOf(a) < keyOf(b) ? -turn : turn))
    return wholeOrPageOf(rows, page)
  },
})
