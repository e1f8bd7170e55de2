import type { ParseError } from 'jsonc-parser'
import Type from 'typebox'
import { ConfigError, readFileOf } from '../../kernel/environment/config.ts'
import { parser } from '../../kernel/operation/shape.ts'
import { FEATURES, PACKS, type Pack, PackTerms, PLANS, type Plan, PlanTerms } from './shapes.ts'

/** Plans, packs and their prices in USD, each in display order. */
export type Catalog = { plans: readonly Plan[]; packs: readonly Pack[] }

export const BUILT_IN: Catalog = {
  plans: [
    {
      plan: 'free',
      name: 'Free',
      usd_month: 0,
      usd_year: 0,
      trial_index_credits: 10,
      monthly_index_credits: 0,
      monthly_check_credits: 100,
      urls_per_push: 50,
      clients: 0,
      members: 2,
      keys: 1,
      standing_pushes: 0,
      standing_minutes: 1_440,
      webhooks: 0,
      features: [],
    },
    {
      plan: 'agency_starter',
      name: 'Agency Starter',
      usd_month: 49,
      usd_year: 490,
      trial_index_credits: 0,
      monthly_index_credits: 500,
      monthly_check_credits: 2_500,
      urls_per_push: 10_000,
      clients: 5,
      members: 5,
      keys: 5,
      standing_pushes: 3,
      standing_minutes: 360,
      webhooks: 3,
      features: ['logo'],
    },
    {
      plan: 'agency_pro',
      name: 'Agency Pro',
      usd_month: 149,
      usd_year: 1_490,
      trial_index_credits: 0,
      monthly_index_credits: 2_000,
      monthly_check_credits: 10_000,
      urls_per_push: 10_000,
      clients: 25,
      members: 15,
      keys: 20,
      standing_pushes: 25,
      standing_minutes: 60,
      webhooks: 10,
      features: ['logo', 'accent', 'from_name'],
    },
    {
      plan: 'agency_scale',
      name: 'Agency Scale',
      usd_month: 399,
      usd_year: 3_990,
      trial_index_credits: 0,
      monthly_index_credits: 6_000,
      monthly_check_credits: 30_000,
      urls_per_push: 10_000,
      clients: null,
      members: null,
      keys: null,
      standing_pushes: null,
      standing_minutes: 15,
      webhooks: 50,
      features: [...FEATURES],
    },
  ],
  packs: [
    { pack: 'try', name: 'Try', usd: 9, index_credits: 50, check_credits: 100 },
    { pack: 'boost', name: 'Boost', usd: 39, index_credits: 300, check_credits: 500 },
    { pack: 'pro', name: 'Pro', usd: 119, index_credits: 1_000, check_credits: 2_000 },
    { pack: 'checks', name: 'Checks', usd: 15, index_credits: 0, check_credits: 2_000 },
    { pack: 'checks_l', name: 'Checks L', usd: 49, index_credits: 0, check_credits: 10_000 },
  ],
}

/**
 * Reads the built-in catalog with the changes of the file at `path`: `{"plans": {"agency_pro": {"usd_month": 199}},
 * "packs": {"try": {"usd": 12}}}`. Fields left out keep their built-in values. Throws `ConfigError` with the line or
 * the field, and the reason. An empty path: the built-in catalog.
 */
export function readCatalog(path: string): Catalog {
  if (!path) return BUILT_IN
  const parsed = parseFile(readJson(path))
  if (parsed.value === null)
    throw refused(path, parsed.issues.map((issue) => `${issue.path || 'the file'} ${issue.message}`).join('; '))
  const { plans, packs } = parsed.value
  const catalog = {
    plans: BUILT_IN.plans.map((plan) => ({ ...plan, ...plans?.[plan.plan] })),
    packs: BUILT_IN.packs.map((pack) => ({ ...pack, ...packs?.[pack.pack] })),
  }
  const odd = oddity(catalog)
  if (odd) throw refused(path, odd)
  return catalog
}

/** A price in cents, the stored unit. */
export const cents = (usd: number): number => Math.round(usd * 100)

const STRICT = { additionalProperties: false }
const Change = {
  plan: Type.Optional(Type.Partial(PlanTerms, STRICT)),
  pack: Type.Optional(Type.Partial(PackTerms, STRICT)),
}
const parseFile = parser(
  Type.Object({
    plans: Type.Optional(Type.Object(each(PLANS, Change.plan), STRICT)),
    packs: Type.Optional(Type.Object(each(PACKS, Change.pack), STRICT)),
  }),
)

function each<const N extends string, T>(names: readonly N[], schema: T): Record<N, T> {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<N, T>
}

function readJson(path: string): unknown {
  const text = readFileOf('SIGNALPOST_CATALOG', path)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refused(path, `line ${lineOfBreak(text)}: ${(error as Error).message}`)
  }
}

/** Line of the first syntax error in broken JSON: the runtime's parser does not report it. */
function lineOfBreak(text: string): number {
  const errors: ParseError[] = []
  // Loaded here, so that a start with a valid catalog does not load the parser; its UMD build cannot be bundled.
  const { parse } = require('jsonc-parser/lib/esm/main.js') as typeof import('jsonc-parser')
  parse(text, errors, { disallowComments: true })
  return text.slice(0, errors[0]?.offset).split('\n').length
}

/** Faults that the schema cannot see: prices with parts of a cent, and packs without credits. */
function oddity({ plans, packs }: Catalog): string | null {
  for (const plan of plans)
    for (const field of ['usd_month', 'usd_year'] as const)
      if (!isWholeCents(plan[field])) return `plans.${plan.plan}.${field} has more than two decimals`
  for (const pack of packs) {
    if (!isWholeCents(pack.usd)) return `packs.${pack.pack}.usd has more than two decimals`
    if (pack.index_credits + pack.check_credits === 0) return `packs.${pack.pack} holds no credits`
  }
  return null
}

const isWholeCents = (usd: number): boolean => Math.abs(usd * 100 - cents(usd)) < 1e-6

const refused = (path: string, reason: string): ConfigError => new ConfigError(`SIGNALPOST_CATALOG: ${path}: ${reason}`)

declare module '../../kernel/operation/app.ts' {
  interface Install {
    /** Plans, packs and prices: built in, with the changes of `SIGNALPOST_CATALOG`. */
    catalog: Catalog
  }
}
