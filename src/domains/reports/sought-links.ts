/** Which links are meant: what a person looks for, as conditions that an index of the links of one job serves. */
import { type LinkCredit, statesOf } from '../jobs/index.ts'
import { normaliseUrl } from '../preflight/index.ts'

/** What became of a link, in the parts that a job's page tells of: each link is in one of them; `sent` is a part of `waiting`. */
export const VERDICTS = [
  'indexed',
  'visible',
  'waiting',
  'sent',
  'not_indexed',
  'unanswered',
  'skipped',
  'held_out',
  'failed',
] as const
export type LinkVerdict = (typeof VERDICTS)[number]

export type LinksSought = {
  /** A part of the address, or the beginning of one when it starts with `http://` or `https://`. */
  q?: string
  /** One address exactly, as links are kept. */
  url?: string
  host?: string
  verdict?: LinkVerdict
  credit?: LinkCredit
}

type Param = string | number | null
type Sql = { sql: string; params: Param[] }

/** Conditions on links `l`, and how the outcome of a job `j` tells the most that it can have of them. */
export type Terms = Sql & {
  most: string
  /** Whether `most` is exactly how many there are. */
  known: boolean
  /** The index that finds them within a job. */
  index: 'links_url' | 'links_job'
}

/** The conditions as SQL. */
export function termsOf({ q, url, host, verdict, credit }: LinksSought): Terms {
  const kinds = [
    verdict && { sql: VERDICT_SQL[verdict].links, params: [], most: VERDICT_SQL[verdict].count },
    credit && { sql: 'l.credit = ?', params: [credit], most: counted('credits', credit) },
  ].filter((one) => one !== undefined)
  const texts = textTerms({ q, url, host })
  const all = [...kinds, ...texts]
  const bounds = kinds.map(({ most }) => most)
  return {
    sql: all.map(({ sql }) => ` and ${sql}`).join(''),
    params: all.flatMap(({ params }) => params),
    most: bounds.length > 1 ? `min(${bounds.join(', ')})` : (bounds[0] ?? 'j.link_count'),
    known: texts.length === 0 && kinds.length < 2,
    index: texts.length > 0 && (kinds.length === 0 || texts.some(({ ranged }) => ranged)) ? 'links_url' : 'links_job',
  }
}

const counted = (of: 'states' | 'indexed' | 'credits', name: string) => `(j.outcome ->> '$.${of}.${name}')`

const [YES, NO] = ['yes', 'no'].map((verdict) => counted('indexed', verdict)) as [string, string]
const ofPush = (state: string, ofCheck: string) => `iif(j.type = 'check', ${ofCheck}, ${counted('states', state)})`

/** By states, as the tabs of a job count them. */
const byState = (...states: readonly string[]) => ({
  links: `l.state in (${states.map((state) => `'${state}'`).join(', ')})`,
  count: `(${states.map((state) => counted('states', state)).join(' + ')})`,
})
/** A check's links are told apart by what was seen, those of a push by their state. */
const seenAs = (state: string, seen: 'yes' | 'no', count: string) => ({
  links: `(l.state = '${state}' or (l.state = 'checked' and l.indexed = '${seen}'))`,
  count: ofPush(state, count),
})

const VERDICT_SQL: Record<LinkVerdict, { links: string; count: string }> = {
  indexed: seenAs('indexed', 'yes', YES),
  not_indexed: seenAs('not_indexed', 'no', NO),
  unanswered: {
    links: "(l.state = 'checked' and l.indexed = 'unknown')",
    count: `iif(j.type = 'check', ${counted('states', 'checked')} - ${YES} - ${NO}, 0)`,
  },
  visible: byState('visible'),
  waiting: byState(...statesOf('waiting')),
  sent: byState('sent'),
  skipped: byState(...statesOf('skipped')),
  held_out: byState('held_out'),
  failed: byState('failed'),
}

/** What an address must be: a host or a beginning is a run of the index, a part is looked for in each. */
function textTerms({ q = '', url, host }: LinksSought): (Sql & { ranged: boolean })[] {
  const out: (Sql & { ranged: boolean })[] = []
  if (url !== undefined) out.push({ sql: 'l.url = ?', params: [url], ranged: true })
  if (host) out.push(within(['https', 'http'].map((scheme) => `${scheme}://${asciiHost(host)}/`)))
  if (q && !host && /^https?:\/\//i.test(q)) out.push(within(spellingsOf(q)))
  else if (q) out.push({ sql: 'instr(lower(l.url), ?) > 0', params: [asKept(q).toLowerCase()], ranged: false })
  return out
}

const within = (beginnings: string[]) => ({
  sql: `(${beginnings.map(() => 'l.url >= ? and l.url < ?').join(' or ')})`,
  // Addresses are kept in ASCII, so nothing that begins so comes after this.
  params: beginnings.flatMap((beginning) => [beginning, `${beginning}\u007f`]),
  ranged: true,
})

/** A beginning as it was typed, and as links are kept; the latter finds nothing more where it only ends in a slash. */
function spellingsOf(q: string): string[] {
  const [, scheme, host, rest] = /^(https?):\/\/([^/?#]*)(.*)$/is.exec(q)!
  const typed = `${scheme!.toLowerCase()}://${asciiHost(host!)}${asKept(rest!)}`
  const kept = normaliseUrl(q)
  return kept.ok && !kept.url.startsWith(typed) ? [typed, kept.url] : [typed]
}

/** Letters beyond ASCII as addresses carry them. */
const asKept = (text: string): string => text.replace(/\P{ASCII}+/gu, encodeURIComponent)

/** A host as addresses carry it; what is none finds nothing. */
function asciiHost(host: string): string {
  const name = host.trim().toLowerCase()
  return URL.parse(`http://${name}`)?.host ?? name
}
