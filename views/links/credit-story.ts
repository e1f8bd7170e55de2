/** Why a link was charged, or was not: what became of its credit in a sentence, and the lines of the ledger behind it. */
import type { LedgerEntry } from '../../src/domains/credits/index.ts'
import { LOOK_DAYS } from '../../src/domains/plans/index.ts'
import type { LinkCheck, LinkDetail } from '../../src/domains/reports/index.ts'
import { many } from '../parts/format.ts'

const LAST_DAY = LOOK_DAYS.at(-1)!

/** Lines of the job that set index credits aside: several after a retry, and this link's credit is in one of them. */
export const linesAside = ({ ledger }: LinkDetail): LedgerEntry[] =>
  ledger.filter(({ kind, direction }) => kind === 'index' && direction === 'out')

/** The line that brought this link's credit back. */
export const lineBack = ({ link, ledger }: LinkDetail): LedgerEntry | null =>
  link.credit === 'released' || link.credit === 'excluded'
    ? (ledger.find(
        ({ kind, direction, created_at }) => kind === 'index' && direction === 'in' && created_at === link.settled_at,
      ) ?? null)
    : null

/** The line that set a look's check credits aside. */
export const lineOfLook = ({ ledger }: LinkDetail, look: LinkCheck): LedgerEntry | null =>
  look.credits === 0
    ? null
    : (ledger.findLast(
        ({ kind, direction, created_at }) => kind === 'check' && direction === 'out' && created_at <= look.created_at,
      ) ?? null)

/** The line that gave them back, as the look ended without a verdict. */
export const lineOfRefund = ({ ledger }: LinkDetail, look: LinkCheck): LedgerEntry | null =>
  look.credits === 0 || look.indexed !== 'unknown'
    ? null
    : (ledger.find(
        ({ kind, direction, created_at }) => kind === 'check' && direction === 'in' && created_at === look.checked_at,
      ) ?? null)

/** What became of the link's index credit, and why. A link of a check has none. */
export function whyOf({ job, link, checks }: LinkDetail): string {
  if (job.type === 'check') return whyOfCheck(checks)
  if (link.credit === 'reserved')
    return link.guarantee
      ? `1 index credit is set aside. It is used if the page is seen, and comes back if it is not seen by day ${LAST_DAY}.`
      : '1 index credit is set aside. It is used when the link is sent, as the guarantee does not cover it.'
  if (link.credit === 'consumed')
    return link.guarantee
      ? '1 index credit was used, because the search engine shows the page.'
      : `1 index credit was used when the link was sent, and does not come back: ${whyUncovered({ link })}.`
  if (link.credit === 'released')
    return link.state === 'failed'
      ? 'The credit came back, as the link could not be sent.'
      : `The credit came back: the page was not seen by day ${LAST_DAY}.`
  return `Nothing was charged: ${WHY_NOT[link.state] ?? 'the link was not sent'}.`
}

const whyUncovered = ({ link }: Pick<LinkDetail, 'link'>): string =>
  link.flags.length > 0
    ? 'it was pushed although the pre-flight flagged it'
    : 'it was sent again although it was visible'

const WHY_NOT: Partial<Record<LinkDetail['link']['state'], string>> = {
  flagged: 'the pre-flight found something in the way, so the link was not sent',
  visible: 'the search engine showed the page already, so the link was not sent',
  cancelled: 'the push was cancelled before the link was sent',
  held_out: 'the link was held back by chance, to compare the others with',
}

function whyOfCheck(looks: readonly LinkCheck[]): string {
  const [used, back, open] = ['used', 'back', 'open'].map((fate) =>
    looks.filter((look) => fateOf(look) === fate).reduce((sum, { credits }) => sum + credits, 0),
  ) as [number, number, number]
  const parts = [
    ...(used ? [`${many(used, 'check credit')} used for looks that told`] : []),
    ...(back ? [`${many(back, 'check credit')} back for looks without a verdict`] : []),
    ...(open ? [`${many(open, 'check credit')} set aside for looks to come`] : []),
  ]
  return parts.length ? `${parts.join(', ')}.` : 'No credit was used for this link.'
}

/** What became of the credits of a look. */
export const fateOf = ({ checked_at, indexed }: LinkCheck): 'open' | 'used' | 'back' =>
  checked_at === null ? 'open' : indexed === 'unknown' ? 'back' : 'used'
