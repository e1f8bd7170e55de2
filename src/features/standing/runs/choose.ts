/** Which of the links that wait go out now: newest first, within the room that the limits leave. */

import type { Reason } from '../words.ts'
import type { Candidate } from './queue.ts'

/** How many links may go out, and which limit says so. */
export type RunAllowance = { links: number; why: Extract<Reason, 'over_cap_day' | 'over_budget' | 'no_credits'> }

export type RunLimits = {
  cap_day: number | null
  day_pushed: number
  budget_month: number | null
  month_pushed: number
  credits: number
}

/** The tightest limit. */
export function allowanceOf({ cap_day, day_pushed, budget_month, month_pushed, credits }: RunLimits): RunAllowance {
  const rooms: RunAllowance[] = [
    { links: cap_day === null ? Infinity : Math.max(0, cap_day - day_pushed), why: 'over_cap_day' },
    { links: budget_month === null ? Infinity : Math.max(0, budget_month - month_pushed), why: 'over_budget' },
    { links: Math.max(0, credits), why: 'no_credits' },
  ]
  return rooms.reduce((least, room) => (room.links < least.links ? room : least))
}

export type CandidateMarks = { sent: ReadonlySet<number>; indexed: ReadonlySet<number> }
type LinkChoice = { take: Candidate[]; indexed: Candidate[]; sent_lately: number; is_full: boolean }

/** Chooses from pages of candidates, in their order, until the room is full. */
export async function choose(
  pages: Iterable<readonly Candidate[]> | AsyncIterable<readonly Candidate[]>,
  marksOf: (page: readonly Candidate[]) => CandidateMarks,
  room: number,
): Promise<LinkChoice> {
  const choice: LinkChoice = { take: [], indexed: [], sent_lately: 0, is_full: room <= 0 }
  if (choice.is_full) return choice
  for await (const page of pages) {
    const { sent, indexed } = marksOf(page)
    for (const [i, one] of page.entries()) {
      if (choice.take.length >= room) {
        choice.is_full = true
        return choice
      }
      if (indexed.has(i)) choice.indexed.push(one)
      else if (sent.has(i)) choice.sent_lately++
      else choice.take.push(one)
    }
  }
  return choice
}
