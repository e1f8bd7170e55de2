/** Why fewer links than usual were found: causes, excluded causes and refunds, in sentences. */

import { causeWords, type GoogleCause } from '../../domains/checks/index.ts'
import type { WhyFact } from '../../domains/links/index.ts'
import type { FLAGS } from '../../domains/preflight/index.ts'
import { counted } from '../../kernel/operation/wording.ts'

type Flag = (typeof FLAGS)[number]

/** A part of a site: its host and first folder. */
export type WhySection = {
  name: string
  host: string
  links: number
  indexed: number
  /** Share of its earlier links; null with fewer than five. */
  usual: number | null
}

/** Facts about a link that was not found. */
export type MissedLink = {
  url: string
  section: string
  pushed_anyway: boolean
  /** Pushed before, and not found then either. */
  before: boolean
  /** Why Google's URL Inspection says that it is not indexed; null without one. */
  google: GoogleCause | null
  /** Flags of the pre-flight of this push, and of the newest push of the page after it; null without one. */
  flags: readonly Flag[]
  later: readonly Flag[] | null
  /** Warnings of the pre-flight, without the figures in them. */
  warnings: readonly string[]
}

export type MissedFacts = {
  links: number
  missed: readonly MissedLink[]
  /** Usual share of the workspace. */
  usual: number | null
  sections: readonly WhySection[]
  /** Whether the pages were screened before the push. */
  screened: boolean
  /** Other workspaces in the caller's reach with a result of the same week, and how many of them are below their usual. */
  others: { known: number; below: number }
  refunded: number
}

/** A trait is a cause when at least this part of the missed links has it. */
const MOST_OF = 0.5
/** A section is off below this part of its usual rate. */
const OFF = 0.75
/** Results of this many other workspaces say something about the supplier. */
const LEAST_OTHERS = 3

const have = (n: number, one: string, several: string) => (n === 1 ? one : several)
const percent = (share: number) => `${Math.round(share * 100)}%`

const FLAGGED: Record<Flag, (n: number) => string> = {
  http_4xx: (n) => have(n, 'answers with a client error', 'answer with a client error'),
  http_5xx: (n) => have(n, 'answers with a server error', 'answer with a server error'),
  noindex: (n) => have(n, 'has noindex', 'have noindex'),
  robots_blocked: (n) => have(n, 'is blocked by robots.txt', 'are blocked by robots.txt'),
  redirected: (n) => have(n, 'redirects elsewhere', 'redirect elsewhere'),
  canonical_elsewhere: (n) => have(n, 'names another page as canonical', 'name another page as canonical'),
  unreachable: (n) => have(n, 'gives no answer', 'give no answer'),
  private_address: (n) => have(n, 'is inside a private network', 'are inside a private network'),
}

/** Causes first, the most certain on top; then excluded causes, then refunds. */
export function explain(known: MissedFacts): WhyFact[] {
  const { missed, refunded } = known
  if (missed.length === 0) return []
  const causes = inOrder(google(known), flaggedLater(known), pushedAnyway(known), supplier(known), places(known))
  const all = causes.length > 0 ? causes : inOrder(warned(known), pushedBefore(known))
  const fact = {
    mark: 'refunded' as const,
    text: `${counted(refunded, 'credit')} ${have(refunded, 'was', 'were')} refunded.`,
  }
  return [...(all.length > 0 ? all : [unknown(known)]), ...ruledOut(known, all), ...(refunded > 0 ? [fact] : [])]
}

const inOrder = (...facts: readonly (WhyFact | null)[]): WhyFact[] => facts.filter((one) => one !== null)
const cause = (text: string, more?: string): WhyFact => ({ mark: 'cause', text, ...(more && { more }) })
const isMost = (n: number, { missed }: MissedFacts): boolean => n > 0 && n >= missed.length * MOST_OF

/** The element that most of these lists have. */
function commonIn<T>(lists: readonly (readonly T[])[]): { one: T; n: number } | null {
  const counts = new Map<T, number>()
  for (const one of lists.flatMap((list) => [...new Set(list)])) counts.set(one, (counts.get(one) ?? 0) + 1)
  const [found] = [...counts].toSorted(([, a], [, b]) => b - a)
  return found ? { one: found[0], n: found[1] } : null
}

/** The cause that Google names most. */
function google(known: MissedFacts): WhyFact | null {
  const found = commonIn(known.missed.map(({ google }) => (google ? [google] : [])))
  if (!found || !isMost(found.n, known)) return null
  const { says, act } = causeWords(found.one)
  return cause(`Google says of ${counted(found.n, 'missed link')}: ${says}.`, act)
}

/** A flag from a newer push of the same pages, which the pre-flight of this push did not find. */
function flaggedLater(known: MissedFacts): WhyFact | null {
  const found = commonIn(known.missed.map(({ flags, later }) => (later ?? []).filter((flag) => !flags.includes(flag))))
  if (!found || !isMost(found.n, known)) return null
  const { one: flag, n } = found
  const sections = new Set(known.missed.filter(({ later }) => later?.includes(flag)).map(({ section }) => section))
  const where = sections.size === 1 ? ` in ${[...sections][0]}` : ''
  const text = `${counted(n, 'link')}${where} ${FLAGGED[flag](n)} since the push.`
  return cause(text, 'The pre-flight of this push did not find that.')
}

function pushedAnyway(known: MissedFacts): WhyFact | null {
  const anyway = known.missed.filter(({ pushed_anyway, flags }) => pushed_anyway && flags.length > 0)
  const found = commonIn(anyway.map(({ flags }) => flags))
  if (!found || !isMost(anyway.length, known)) return null
  const n = anyway.length
  const said = `The pre-flight had said: ${found.n} ${FLAGGED[found.one](found.n)}.`
  return cause(`${counted(n, 'link')} ${have(n, 'was', 'were')} pushed anyway.`, said)
}

const isOthersOff = ({ others: { known, below } }: MissedFacts): boolean =>
  known >= LEAST_OTHERS && below >= known * MOST_OF

function supplier(known: MissedFacts): WhyFact | null {
  if (!isOthersOff(known)) return null
  return cause(
    `${known.others.below} of ${known.others.known} other workspaces are below their usual in the same week.`,
    'So it is the supplier or the search engine, not these pages.',
  )
}

const isOff = ({ links, indexed, usual }: WhySection, of: number | null): boolean =>
  indexed < links * (usual ?? of ?? 1) * OFF

const shareOf = ({ links, indexed }: WhySection) => `${indexed} of ${links} indexed`

/** One host, or one section of it, that has most of the missed links while others do well. */
function places(known: MissedFacts): WhyFact | null {
  const { sections, usual, links } = known
  const off = sections.filter((one) => isOff(one, usual))
  const rest = sections.filter((one) => !isOff(one, usual))
  const hosts = new Set(off.map(({ host }) => host))
  const [first] = off.toSorted((a, b) => b.links - b.indexed - (a.links - a.indexed))
  if (!first) return null
  if (sections.length === 1 && first.usual === null && usual !== null)
    return cause(
      `All ${counted(links, 'link')} are in ${first.name}, which was hardly pushed before.`,
      'The usual share is of other pages.',
    )
  const others = new Set(sections.map(({ host }) => host).filter((host) => !hosts.has(host)))
  if (hosts.size === 1 && off.length > 1 && others.size > 0) {
    const [all, indexed] = [sum(off, 'links'), sum(off, 'indexed')]
    return cause(
      `${all} of the ${counted(links, 'link')} are on ${first.host}.`,
      `There, ${indexed} of ${all} indexed; other hosts are as usual.`,
    )
  }
  if (!isMost(first.links - first.indexed, known) || rest.length === 0) return null
  const before = first.usual === null ? 'Its pages were hardly pushed before.' : `Usually ${percent(first.usual)}.`
  return cause(`${first.links} of the ${counted(links, 'link')} are in ${first.name}: ${shareOf(first)}.`, before)
}

const sum = (sections: readonly WhySection[], name: 'links' | 'indexed') =>
  sections.reduce((total, one) => total + one[name], 0)

/** A warning that most of the missed links share. */
function warned(known: MissedFacts): WhyFact | null {
  const found = commonIn(known.missed.map(({ warnings }) => warnings))
  if (!found || !isMost(found.n, known)) return null
  return cause(`The pre-flight warned of ${counted(found.n, 'missed link')}.`, found.one)
}

function pushedBefore(known: MissedFacts): WhyFact | null {
  const n = known.missed.filter(({ before }) => before).length
  if (!isMost(n, known)) return null
  return cause(
    `${counted(n, 'missed link')} ${have(n, 'was', 'were')} pushed before and not indexed then either.`,
    'The search engine declines these pages. Better content and internal links usually help.',
  )
}

const unknown = ({ missed }: MissedFacts): WhyFact =>
  cause(
    `The search engine did not take ${counted(missed.length, 'page')}, in no one part of the site.`,
    'Nothing stored explains it. Better content and internal links usually help.',
  )

function ruledOut(known: MissedFacts, causes: readonly WhyFact[]): WhyFact[] {
  const { sections, usual, others, screened, missed } = known
  const fine = sections.filter((one) => !isOff(one, usual))
  const clean = screened && missed.every(({ flags, later }) => flags.length === 0 && (later ?? []).length === 0)
  const [links, indexed] = [sum(fine, 'links'), sum(fine, 'indexed')]
  return [
    ...(fine.length > 0 && causes.length > 0 ? [`Other sections are as usual: ${indexed} of ${links} indexed.`] : []),
    ...(clean ? ['The pre-flight found nothing in the way.'] : []),
    ...(others.known >= LEAST_OTHERS && !isOthersOff(known)
      ? [`The supplier is as usual for ${others.known - others.below} of ${others.known} other workspaces.`]
      : []),
  ].map((text) => ({ mark: 'ruled_out' as const, text }))
}
