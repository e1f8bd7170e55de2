/** Settings that people give before a source is watched, and the refusal of a bad source. */

import Type, { type Static } from 'typebox'
import { disallows, normaliseUrl } from '../../../domains/preflight/index.ts'
import { foreignWarning, readingFor, ruleWarning } from '../../../domains/pushes/index.ts'
import { patched } from '../../../kernel/database/settings.ts'
import { packSaid, type Said, type Stored, said } from '../../../kernel/language/say.ts'
import type { App } from '../../../kernel/operation/app.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'
import { Fault, invalid } from '../../../kernel/operation/fault.ts'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { Nullable, Sentence } from '../../../kernel/operation/shape.ts'
import { at, between, SECOND } from '../../../kernel/time/clock.ts'
import { FileError } from '../reading/fetch-file.ts'
import { MOST_STARS, starsOf } from '../reading/glob.ts'
import { pausedUntil } from '../reading/host-turns.ts'
import { LATELY, previewRun, type RunPreview } from '../runs/preview.ts'
import { byReason, DEFAULT_RULES, type Rules, rulesOf, SkippedShape } from '../shapes.ts'
import type { PushRow } from '../tables.ts'
import { KINDS } from '../words.ts'
import { assertAuthorization, authorizationOf } from './authorization.ts'

const SAMPLES = 20
const Sample = Type.Array(Type.String(), { maxItems: SAMPLES })

export const PreviewShape = Shape('StandingPreview', {
  address: Type.String({ description: 'As it would be watched' }),
  kind: Nullable(Type.Enum(KINDS)),
  files: Type.Integer({ minimum: 0 }),
  seen: Type.Integer({ minimum: 0, description: 'Entries read' }),
  carried: Type.Integer({ minimum: 0, description: 'Links that waited from earlier runs' }),
  links: Type.Integer({
    minimum: 0,
    description: 'Links that would be pushed now, if nothing has to be learned first',
  }),
  held: Type.Integer({ minimum: 0, description: 'Links that would wait for a decision' }),
  skipped: SkippedShape,
  take: Type.With(Sample, { description: 'The first links that would be pushed' }),
  samples: byReason(Sample),
  dated: Type.Integer({ minimum: 0, description: 'Links with a lastmod that can be read' }),
  month_links: Nullable(
    Type.Integer({
      minimum: 0,
      description: 'Index credits of an average month, by the dates of the last 90 days; null without dates',
    }),
  ),
  newest: Nullable(Type.String({ description: 'Newest lastmod' })),
  notes: Type.Array(Sentence(), { description: 'Notes about the source' }),
  partial: Type.Boolean({ description: 'Only a part of the source was read' }),
})
export type StandingPreview = Static<typeof PreviewShape>

/** Rules in their canonical form, or 422. Patterns that the rules had before stay, whatever their stars. */
export function assertRules(rules: Rules, before: Rules = DEFAULT_RULES): Rules {
  for (const name of ['include', 'exclude'] as const)
    for (const pattern of rules[name])
      if (starsOf(pattern).length > MOST_STARS && !before[name].includes(pattern))
        throw invalid({ path: `rules.${name}`, message: `“${pattern}” has more than ${MOST_STARS} stars. Use fewer.` })
  return { ...rules, hosts: assertHosts('rules.hosts', rules.hosts) }
}

/** Hosts as URLs name them, or 422. */
export const assertHosts = (path: string, hosts: readonly string[]): string[] =>
  hosts.map((host) => {
    const url = URL.parse(`https://${host}`)
    if (url?.pathname !== '/' || url.username)
      throw invalid({ path, message: `“${host}” must be a host, such as cdn.shop.example` })
    return url.host
  })

type PreviewInput = {
  /** Asks for it; hosts of clients that they cannot see are not named. */
  reader: Caller
  authorization?: string | undefined
  row: PushRow | null
  address: string | undefined
  tenant_id: string
  rules: { [Name in keyof Rules]?: Rules[Name] | undefined } | undefined
  signal: AbortSignal
  /** Whether it is enough to know that this is a source, and of which kind. */
  is_brief?: boolean
}

/** Reads the source that was asked for; a bare domain is tried by its robots.txt. */
export async function previewFor(app: App, wanted: PreviewInput): Promise<StandingPreview> {
  const { row, signal } = wanted
  const given = row?.address ?? wanted.address
  if (given === undefined) throw invalid({ path: 'address', message: 'is needed, or the id of a standing push' })
  const was = row ? rulesOf(row) : DEFAULT_RULES
  const rules = assertRules(patched(was, wanted.rules ?? {}), was)
  const tenant_id = row?.tenant_id ?? wanted.tenant_id
  const address = row ? row.address : addressOf(given)
  assertWelcome(app, new URL(address).host)
  const given_header = wanted.authorization === undefined ? undefined : assertAuthorization(wanted.authorization)
  const authorization = (given_header ?? (row && authorizationOf(app, row))) || null
  const asked = { tenant_id, address, rules, row, signal, authorization }
  const preview = await previewRun(app, { ...asked, is_brief: wanted.is_brief ?? false })
  const { reading, counts, dates } = preview
  const foreign = app.db.read(
    (tx) =>
      foreignWarning(tx, wanted.reader, tenant_id, preview.take) ??
      ruleWarning(tx, wanted.reader, tenant_id, [new URL(address).host]),
  )
  const notes: Stored[] = [...(foreign ? [foreign] : []), ...reading.notes]
  if (preview.why_held) notes.push(preview.why_held)
  if (counts.seen > 0 && dates.dated === 0 && counts.bad_dates.n === 0)
    notes.push(said('No link has a lastmod: new links are found, changed ones are not.'))
  if (reading.is_cloudflare) notes.push(CRAWLER_HINTS)
  if (!wanted.is_brief) notes.push(...(await robotsNote(address, readingFor(app, tenant_id, signal))))
  return {
    address,
    kind: reading.kind,
    files: counts.files,
    seen: counts.seen,
    carried: preview.carried,
    links: preview.take.length,
    held: preview.held.length,
    skipped: counts.skipped,
    take: preview.take.slice(0, SAMPLES),
    samples: counts.samples,
    dated: dates.dated,
    month_links: monthOf(dates, rules),
    newest: dates.newest === null ? null : at(dates.newest * SECOND),
    notes: notes.map(packSaid),
    partial: reading.is_partial,
  }
}

/** A host that asked to be left alone gets no question, from anybody. */
function assertWelcome({ db, clock }: App, host: string): void {
  const until = db.read((tx) => pausedUntil(tx, host))
  if (!until) return
  const seconds = Math.ceil(between(clock.now(), until) / SECOND)
  const message = said('{host} asked to be left alone until {until}. Try again then.', {
    host,
    until: { minute: until },
  })
  throw new Fault('rate_limited', message, { code: 'rate_limited' }, seconds)
}

/** The owner named the source, so robots.txt does not keep anybody from reading it; but search engines obey it. */
async function robotsNote(address: string, reading: ReturnType<typeof readingFor>): Promise<Said[]> {
  const rule = await disallows(address, reading)
  if (!rule) return []
  return [
    said('robots.txt says “{rule}” in line {line}: search engines do not read this source.', {
      ...{ rule: rule.text, line: String(rule.line) },
    }),
  ]
}

const CRAWLER_HINTS = said(
  'The site is behind Cloudflare. If Crawler Hints is on there, IndexNow hears of each change already.',
)

/** Links that an average month would push, within its budget. */
const monthOf = ({ dated, lately }: RunPreview['dates'], { budget_month, routes }: Rules): number | null =>
  dated === 0
    ? null
    : routes === 'indexnow'
      ? 0
      : Math.min(Math.ceil((lately * 30) / LATELY), budget_month ?? Number.POSITIVE_INFINITY)

/** The canonical address of a source. A bare domain means the sitemaps that its robots.txt names. */
function addressOf(given: string): string {
  const text = given.trim()
  const canonical = normaliseUrl(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`)
  if (!canonical.ok) throw invalid({ path: 'address', message: canonical.reason })
  const url = new URL(canonical.url)
  if (url.pathname === '/' && url.search === '') url.pathname = '/robots.txt'
  return url.href
}

/** A source that cannot be read is bad input: 422 with the reason, and the lists that the page links to. */
export async function ifSource<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    const offers = error.more.offers ?? []
    const more = offers.length ? ` It links to ${offers.slice(0, 5).join(', ')}.` : ''
    const message = `${error.message}.${more} Give the address of a sitemap, a feed or a list.`
    throw new Fault('validation_failed', message, { issues: [{ path: 'address', message }] })
  }
}
