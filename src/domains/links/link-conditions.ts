/** A person's search for links, as conditions that an index of the links of one job serves. */
import { namedEnum } from '../../kernel/operation/schema-names.ts'
import { plain } from '../../kernel/text/plain.ts'
import type { Time } from '../../kernel/time/clock.ts'
import { closedTo, type LinkCredit, statesOf } from '../jobs/index.ts'
import { normaliseUrl } from '../preflight/index.ts'
import { HAS_SPELLINGS } from './link-text.ts'
import { MOMENT_SQL, type MomentSought } from './links-of-days.ts'

/** Results of links, as a job's page shows them: each link has exactly one; `sent` is a part of `waiting`. */
export const VERDICTS = namedEnum('LinkVerdict', [
  'indexed',
  'visible',
  'waiting',
  'sent',
  'not_indexed',
  'unanswered',
  'skipped',
  'held_out',
  'failed',
])
export type LinkVerdict = (typeof VERDICTS)[number]

export type LinksSought = MomentSought & {
  /** A part of the address, or the beginning of one when it starts with `http://` or `https://`. */
  q?: string
  /** One URL in any spelling. */
  url?: string
  /** Ids of links, with commas between them. */
  uids?: string
  /** The links that the reader may know of. */
  readable?: Sql | null
  host?: string
  verdict?: LinkVerdict
  credit?: LinkCredit
  /** An answer engine that may not use the page. */
  closed_to?: string
}

export type Param = string | number | null
type Sql = { sql: string; params: Param[] }

/** Texts by which the index finds links that may be meant. */
export type TextSought = {
  /** Texts in lower case, of each list one. */
  any_of: readonly (readonly string[])[]
  /** The text that is to be compared with that of the link, since SQL cannot. */
  part: string | null
  /** The ids that come into question, where some are named. */
  ids: readonly number[] | null
}

/** Conditions on links `l`, and how the outcome of a job `j` tells the most that it can have of them. */
export type LinkConditions = Sql & {
  most: string
  /** Whether `most` is exactly how many there are. */
  known: boolean
  /** Links `l` of the job `p.value ->> 'id'`. */
  within: string
  /** The moment that is asked about, where links know it. */
  at: string | null
  /** Conditions on jobs `j` that may have such links. */
  jobs: Sql
  /** Null where no text is sought. */
  text: TextSought | null
}

/** From a moment, and before another. */
type Within = { since?: Time | undefined; until?: Time | undefined }

/** The conditions as SQL; the days that are sought are given as moments. */
export function conditionsOf({
  uids,
  verdict,
  credit,
  closed_to,
  moment = 'ordered',
  since,
  until,
  readable = null,
  ...texts
}: Omit<LinksSought, 'from' | 'to'> & Within): LinkConditions {
  const when = moment === 'ordered' ? null : MOMENT_SQL[moment]
  const kinds = [
    verdict && { sql: VERDICT_SQL[verdict].links, params: [], most: VERDICT_SQL[verdict].count },
    closed_to !== undefined && closedTo(closed_to),
    credit && { sql: 'l.credit = ?', params: [credit], most: counted('credits', credit) },
  ].filter((one) => typeof one === 'object')
  const named = textTerms(texts)
  const picked = uids === undefined ? null : `[${uids.split(',').map(Number)}]`
  const all = [
    ...kinds,
    ...named,
    ...(when ? [{ sql: when.links, params: [] }, between(when.at, since, until)] : []),
    ...(picked ? [{ sql: PICKED.links, params: [picked] }] : []),
    ...(readable ? [readable] : []),
  ]
  const jobs = when ? movingBetween(since, until) : between('j.created_at', since, until)
  const bounds = kinds.map(({ most }) => most)
  return {
    sql: all.map(({ sql }) => ` and ${sql}`).join(''),
    params: all.flatMap(({ params }) => params),
    most: bounds.length > 1 ? `min(${bounds.join(', ')})` : (bounds[0] ?? 'j.link_count'),
    known: all.length < 2 && all.length === kinds.length,
    within: WITHIN[picked ? 'picked' : when ? (when.index ?? 'none') : indexFor(kinds, named)],
    at: when?.at ?? null,
    jobs: picked ? { sql: `${jobs.sql} and ${PICKED.jobs}`, params: [...jobs.params, picked] } : jobs,
    text: named.length > 0 ? textSought(named, picked) : null,
  }
}

const GIVEN = '(select value from json_each(?))'
/** Links by their ids, and the jobs that have them. */
const PICKED = { links: `l.id in ${GIVEN}`, jobs: `j.id in (select job_id from links where id in ${GIVEN})` }

const indexFor = (kinds: readonly unknown[], texts: readonly { ranged: boolean }[]) =>
  texts.length > 0 && (kinds.length === 0 || texts.some(({ ranged }) => ranged)) ? 'links_url' : 'links_job'

const indexed = (name: string): string => `links l indexed by ${name} where l.job_id = p.value ->> 'id'`
/** A job's links are stored one after the other: where no index helps, each of them is read. */
const WITHIN = {
  links_url: indexed('links_url'),
  links_job: indexed('links_job'),
  links_settled: indexed('links_settled'),
  picked: "links l not indexed where l.job_id = p.value ->> 'id'",
  none: "jobs o cross join links l not indexed where o.id = p.value ->> 'id' and l.id between o.first_link and o.last_link",
}

const between = (at: string, from: string | undefined, end: string | undefined): Sql => ({
  sql: [from && `${at} >= ?`, end && `${at} < ?`].filter(Boolean).join(' and ') || 'true',
  params: [from, end].filter((one) => one !== undefined),
})

/** Jobs with links that moved in these days: ordered before their end and updated since their start. */
const movingBetween = (from: string | undefined, end: string | undefined): Sql => {
  const [moved, ordered] = [between('j.updated_at', from, undefined), between('j.created_at', undefined, end)]
  return { sql: `${moved.sql} and ${ordered.sql}`, params: [...moved.params, ...ordered.params] }
}

const counted = (of: 'states' | 'indexed' | 'credits', name: string) => `(j.outcome ->> '$.${of}.${name}')`

const [YES, NO] = ['yes', 'no'].map((verdict) => counted('indexed', verdict)) as [string, string]
const ofPush = (state: string, ofCheck: string) => `iif(j.type = 'check', ${ofCheck}, ${counted('states', state)})`

/** By states, as the tabs of a job count them. */
const byState = (...states: readonly string[]) => ({
  links: `l.state in (${states.map((state) => `'${state}'`).join(', ')})`,
  count: `(${states.map((state) => counted('states', state)).join(' + ')})`,
})
/** A check job's links are distinguished by their verdict, those of a push by their state. */
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

type TextTerm = Sql & { ranged: boolean; any_of: readonly string[]; part?: string }

const textSought = (terms: readonly TextTerm[], picked: string | null): TextSought => ({
  any_of: terms.map(({ any_of }) => any_of),
  part: terms.find(({ part }) => part)?.part ?? null,
  ids: picked === null ? null : (JSON.parse(picked) as number[]),
})

/** Conditions for an address: a host or a beginning is a range of an index, a part is searched in each address. */
function textTerms({ q: typed = '', url, host }: LinksSought): TextTerm[] {
  const q = typed.trim()
  const out: TextTerm[] = []
  if (url !== undefined) {
    const kept = keptUrl(url)
    out.push({ sql: 'l.url = ?', params: [kept], ranged: true, any_of: [kept.toLowerCase()] })
  }
  if (host) out.push(within(['https', 'http'].map((scheme) => `${scheme}://${asciiHost(host)}/`)))
  if (q && !host && /^https?:\/\//i.test(q)) out.push(within(spellingsOf(q)))
  else if (q) out.push(partly(plain(q)))
  return out
}

/** SQL sees the kept address alone: one with a second spelling is to be compared. */
const partly = (part: string): TextTerm => ({
  sql: `(instr(lower(l.url), ?) > 0 or ${HAS_SPELLINGS})`,
  params: [part],
  ranged: false,
  any_of: [part],
  part,
})

const within = (beginnings: string[]): TextTerm => ({
  sql: `(${beginnings.map(() => 'l.url >= ? and l.url < ?').join(' or ')})`,
  // Addresses are kept in ASCII, so nothing that begins so comes after this.
  params: beginnings.flatMap((beginning) => [beginning, `${beginning}\u007f`]),
  ranged: true,
  any_of: beginnings.map((beginning) => beginning.toLowerCase()),
})

/** A beginning as it was typed, and as links are kept; the latter finds nothing more where it only ends in a slash. */
function spellingsOf(q: string): string[] {
  const [, scheme, host, rest] = /^(https?):\/\/([^/?#]*)(.*)$/is.exec(q)!
  const typed = `${scheme!.toLowerCase()}://${asciiHost(host!)}${asKept(rest!)}`
  const kept = normaliseUrl(q)
  return kept.ok && !kept.url.startsWith(typed) ? [typed, kept.url] : [typed]
}

/** A URL in the one spelling in which links are kept. */
function keptUrl(url: string): string {
  const kept = normaliseUrl(url)
  return kept.ok ? kept.url : url
}

/** Letters beyond ASCII as addresses carry them. */
const asKept = (text: string): string => text.replace(/\P{ASCII}+/gu, encodeURIComponent)

/** A host as addresses carry it; text that is no host finds nothing. */
function asciiHost(host: string): string {
  const name = host.trim().toLowerCase()
  return URL.parse(`http://${name}`)?.host ?? name
}
