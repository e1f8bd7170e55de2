/** The lines of the ledger as sentences. */

import type { LedgerEntry, LedgerLine } from '../../src/domains/credits/index.ts'
import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import type { NameOf } from '../../src/doors/pages/people.ts'
import { fullDay, many } from '../parts/text/format.ts'
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
export function grouped(lines: readonly LedgerLine[], names: NameOf, zone: string): Group[] {
  const keyOf = (line: LedgerLine) =>
    line.reason === 'release' ? [fullDay(line.created_at, zone), line.kind, causeOf(line)].join(' ') : line.id
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
  return groups.map((of) => groupOf(of, names))
}

type SentenceFacts = { line: LedgerLine; n: number; who: string; credits: string }

const CAUSES: Record<string, (n: number) => string> = {
  'not seen by the last check': (n) => `${links(n)} not indexed by day ${LAST_LOOK_DAY}`,
  'already visible, not sent': (n) => `${links(n)} already indexed and not sent`,
  'checks without a result': (n) => `${many(n, 'check')} had no result`,
}
const links = (n: number): string => `${many(n, 'link')} ${n === 1 ? 'was' : 'were'}`

const SENTENCES: Record<LedgerEntry['reason'], (of: SentenceFacts) => string> = {
  trial: ({ credits }) => `${credits} to try the product`,
  plan_grant: ({ credits }) => `${credits} of the plan`,
  pack: ({ credits }) => `${credits} of a pack`,
  allocation: ({ line: { direction, partner_name }, who, credits }) => {
    if (direction === 'in')
      return partner_name
        ? `${who} took ${credits} back from ${isolated(partner_name)}`
        : `${who} transferred ${credits} to this workspace`
    return partner_name ? `${who} transferred ${credits} to ${isolated(partner_name)}` : `${who} took ${credits} back`
  },
  release: ({ line, n, credits }) => CAUSES[causeOf(line)]?.(n) ?? `${credits} refunded`,
  refund: ({ credits }) => `${credits} refunded unused`,
  adjustment: ({ line, credits }) => `The operator ${line.direction === 'in' ? 'added' : 'removed'} ${credits}`,
  reversal: ({ who, credits }) => `${who} reversed ${credits}`,
  reserve: ({ line, n, who, credits }) =>
    line.kind === 'index' ? `${who} pushed ${many(n, 'link')}` : `${who} reserved ${credits}`,
  move: ({ line, who, credits }) =>
    line.direction === 'in'
      ? `${who} moved a push to another client: ${credits} back`
      : `${who} moved a push here for ${credits}`,
  check: ({ who, credits }) => `${who} ordered checks for ${credits}`,
}

export function groupOf(lines: Group['lines'], names: NameOf): Group {
  const [line] = lines
  const amount = lines.reduce((sum, one) => sum + one.amount, 0)
  const who = isolated(names(line.actor))
  const credits = many(amount, `${line.kind} credit`)
  const last = lines.reduce((newest, one) => (one.id > newest.id ? one : newest))
  return { lines, last, amount, sentence: SENTENCES[line.reason]({ line, n: amount, who, credits }) }
}

/** The text beside a sentence: its pushes, or its note. */
export function besideOf({ lines }: Group): string {
  const jobs = new Set(lines.flatMap(({ job_name }) => job_name ?? []))
  if (jobs.size > 1) return many(jobs.size, 'push', 'pushes')
  const [{ note, reason }] = lines
  const cause = reason === 'release' && causeOf(lines[0]) in CAUSES
  return [...new Set([...jobs, cause ? null : note])].filter(Boolean).join(' · ')
}
