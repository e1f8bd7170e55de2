/** The lines of the ledger as sentences. */

import type { CreditKind, LedgerEntry, LedgerLine } from '../../src/domains/credits/index.ts'
import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import type { NameOf } from '../../src/doors/pages/people.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { fullDay } from '../parts/text/format.ts'
import { isolated } from '../parts/text/name.tsx'

type Lines = [LedgerLine, ...LedgerLine[]]
/** Lines of one day and cause; most groups have one line. `last`: the newest of them, whichever comes first. */
export type Group = { lines: Readonly<Lines>; last: LedgerLine; amount: number; sentence: string }

/** The note without its count: `not seen by the last check` of `1 not seen by the last check`. */
const causeOf = ({ note }: LedgerLine): string => (note ?? '').replace(/^[\d,]+ /, '')

/**
 * Refunds have a line per link: those of one cause and day of the reader form one group, unless another line of their kind of credits
 * lies between them, so that the balances follow from the amounts.
 */
export function grouped(lines: readonly LedgerLine[], names: NameOf, to: Reader): Group[] {
  const keyOf = (line: LedgerLine) =>
    line.reason === 'release' ? [fullDay(line.created_at, to), line.kind, causeOf(line)].join(' ') : line.id
  const groups: Lines[] = []
  const open = new Map<LedgerLine['kind'], Lines>()
  for (const line of lines) {
    const group = open.get(line.kind)
    if (group && keyOf(group[0]) === keyOf(line)) {
      group.push(line)
      continue
    }
    const begun: Lines = [line]
    open.set(line.kind, begun)
    groups.push(begun)
  }
  return groups.map((of) => groupOf(of, names, to))
}

/** `12 index credits`. */
export const creditsOf = (to: Reader, credits: number, kind: CreditKind): string =>
  say(
    to,
    '{credits, plural, one {# {kind, select, check {check} other {index}} credit} other {# {kind, select, check {check} other {index}} credits}}',
    { credits, kind },
  )

type SentenceFacts = { to: Reader; line: LedgerLine; n: number; who: string; credits: string }

const CAUSES: Record<string, (to: Reader, n: number) => string> = {
  'not seen by the last check': (to, n) =>
    say(to, '{n, plural, one {# link was} other {# links were}} not indexed by day {day}', { n, day: LAST_LOOK_DAY }),
  'already visible, not sent': (to, n) =>
    say(to, '{n, plural, one {# link was} other {# links were}} already indexed and not sent', { n }),
  'checks without a result': (to, n) => say(to, '{n, plural, one {# check} other {# checks}} had no result', { n }),
}

const SENTENCES: Record<LedgerEntry['reason'], (of: SentenceFacts) => string> = {
  trial: ({ to, credits }) => say(to, '{credits} to try the product', { credits }),
  plan_grant: ({ to, credits }) => say(to, '{credits} of the plan', { credits }),
  pack: ({ to, credits }) => say(to, '{credits} of a pack', { credits }),
  allocation: ({ to, line: { direction, partner_name }, who, credits }) => {
    const partner = partner_name && isolated(partner_name)
    if (direction === 'in')
      return partner
        ? say(to, '{who} took {credits} back from {partner}', { who, credits, partner })
        : say(to, '{who} transferred {credits} to this workspace', { who, credits })
    return partner
      ? say(to, '{who} transferred {credits} to {partner}', { who, credits, partner })
      : say(to, '{who} took {credits} back', { who, credits })
  },
  release: ({ to, line, n, credits }) => CAUSES[causeOf(line)]?.(to, n) ?? say(to, '{credits} refunded', { credits }),
  refund: ({ to, credits }) => say(to, '{credits} refunded unused', { credits }),
  adjustment: ({ to, line, credits }) =>
    line.direction === 'in'
      ? say(to, 'The operator added {credits}', { credits })
      : say(to, 'The operator removed {credits}', { credits }),
  reversal: ({ to, who, credits }) => say(to, '{who} reversed {credits}', { who, credits }),
  reserve: ({ to, line, n, who, credits }) =>
    line.kind === 'index'
      ? say(to, '{who} pushed {n, plural, one {# link} other {# links}}', { who, n })
      : say(to, '{who} reserved {credits}', { who, credits }),
  move: ({ to, line, who, credits }) =>
    line.direction === 'in'
      ? say(to, '{who} moved a push to another client: {credits} back', { who, credits })
      : say(to, '{who} moved a push here for {credits}', { who, credits }),
  check: ({ to, who, credits }) => say(to, '{who} ordered checks for {credits}', { who, credits }),
}

export function groupOf(lines: Group['lines'], names: NameOf, to: Reader): Group {
  const [line] = lines
  const amount = lines.reduce((sum, one) => sum + one.amount, 0)
  const who = isolated(names(line.actor))
  const credits = creditsOf(to, amount, line.kind)
  const last = lines.reduce((newest, one) => (one.id > newest.id ? one : newest))
  return { lines, last, amount, sentence: SENTENCES[line.reason]({ to, line, n: amount, who, credits }) }
}

/** The text beside a sentence: its pushes, or its note. */
export function besideOf({ lines }: Group, to: Reader): string {
  const jobs = new Set(lines.flatMap(({ job_name }) => job_name ?? []))
  if (jobs.size > 1) return say(to, '{pushes, plural, one {# push} other {# pushes}}', { pushes: jobs.size })
  const [{ note, reason }] = lines
  const cause = reason === 'release' && causeOf(lines[0]) in CAUSES
  return [...new Set([...jobs, cause ? null : note])].filter(Boolean).join(' · ')
}
