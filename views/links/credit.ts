/** The state of a link's credit in a sentence, and its lines of the ledger. */
import type { LedgerEntry } from '../../src/domains/credits/index.ts'
import type { LinkCheck, LinkDetail } from '../../src/domains/links/index.ts'
import { LOOK_DAYS } from '../../src/domains/plans/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { inARow, say, type Text, text } from '../../src/kernel/language/say.ts'

const LAST_DAY = LOOK_DAYS.at(-1)!

/** Lines of the job that reserved index credits: several after a retry. */
export const linesOut = ({ ledger }: LinkDetail): LedgerEntry[] =>
  ledger.filter(({ kind, direction }) => kind === 'index' && direction === 'out')

/** The line that refunded this link's credit. */
export const lineBack = ({ link, ledger }: LinkDetail): LedgerEntry | undefined =>
  link.credit === 'released' || link.credit === 'excluded'
    ? ledger.find(
        ({ kind, direction, created_at }) => kind === 'index' && direction === 'in' && created_at === link.settled_at,
      )
    : undefined

/** The line that reserved a check's credits, and the line that refunded them if the check had no answer. */
export function linesOfCheck({ ledger }: LinkDetail, check: LinkCheck): { out?: LedgerEntry; back?: LedgerEntry } {
  if (check.credits === 0) return {}
  const mine = ledger.filter(({ kind }) => kind === 'check')
  return {
    out: mine.findLast(({ direction, created_at }) => direction === 'out' && created_at <= check.created_at),
    back:
      check.indexed === 'unknown'
        ? mine.find(({ direction, created_at }) => direction === 'in' && created_at === check.checked_at)
        : undefined,
  }
}

/** State of the index credit; of a check job's link, of its check credits. */
export function creditLine({ job, link, checks }: LinkDetail, to: Reader): string {
  if (job.type === 'check') return ofCheck(checks, to)
  const day = { day: LAST_DAY }
  if (link.credit === 'reserved')
    return link.guarantee
      ? say(to, '1 index credit is reserved. It is refunded if no check finds the link by day {day}.', day)
      : say(to, '1 index credit is reserved and used when the link is sent: the guarantee does not cover it.')
  if (link.credit === 'consumed') return say(to, usedBy(link))
  if (link.credit === 'released')
    return link.state === 'failed'
      ? say(to, 'The credit was refunded: the link could not be sent.')
      : say(to, 'The credit was refunded: no check found the link by day {day}.', day)
  return say(to, UNCHARGED[link.state] ?? NOT_SENT)
}

function usedBy({ guarantee, flags }: LinkDetail['link']): Text {
  if (guarantee) return text('1 index credit was used: a check found the link.')
  return flags.length > 0
    ? text(
        '1 index credit was used when the link was sent, without the guarantee: it was pushed although the pre-flight flagged it.',
      )
    : text(
        '1 index credit was used when the link was sent, without the guarantee: it was pushed although it was indexed.',
      )
}

const NOT_SENT = text('Nothing was charged: the link was not sent.')
const UNCHARGED: Partial<Record<LinkDetail['link']['state'], Text>> = {
  flagged: text('Nothing was charged: the pre-flight found a cause, so the link was not sent.'),
  visible: text('Nothing was charged: the page was indexed already, so the link was not sent.'),
  cancelled: text('Nothing was charged: the push was cancelled before the link was sent.'),
  held_out: text('Nothing was charged: the link is in the control group.'),
}

function ofCheck(checks: readonly LinkCheck[], to: Reader): string {
  const credits = (fits: (check: LinkCheck) => boolean) =>
    checks.filter(fits).reduce((sum, check) => sum + check.credits, 0)
  const used = credits(({ checked_at, indexed }) => checked_at !== null && indexed !== 'unknown')
  const back = credits(({ checked_at, indexed }) => checked_at !== null && indexed === 'unknown')
  const reserved = credits(({ checked_at }) => checked_at === null)
  const some = [
    used > 0 && say(to, '{n, plural, one {# check credit} other {# check credits}} used', { n: used }),
    back > 0 &&
      say(to, '{n, plural, one {# check credit} other {# check credits}} refunded for checks without an answer', {
        n: back,
      }),
    reserved > 0 &&
      say(to, '{n, plural, one {# check credit} other {# check credits}} reserved for checks in progress', {
        n: reserved,
      }),
  ].filter((part) => part !== false)
  return some.length > 0 ? `${inARow(to, some)}.` : say(to, 'No credit was used for this link.')
}
