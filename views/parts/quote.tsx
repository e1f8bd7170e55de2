import { Changed, Sum } from '../kit/panel.tsx'
import { Banner, type BillFact } from './card.tsx'
import { day, many, number } from './format.ts'
import { Icon } from './icon.tsx'
import { Avatar } from './person.tsx'

/** Credits of a kind that the purse does not hold. */
export type Missing = { kind: 'index' | 'check'; need: number; have: number; missing: number }

export type QuoteData = {
  /** Links that will be sent. */
  ready: number
  /** Links that will be sent unless something is found: their pages have not answered yet. */
  pending: number
  /** Links that the pre-flight takes out, at no cost. */
  skipped: number
  /** Entries that are in the list already, and those that are no address. */
  duplicates: number
  invalid: number
  /** How many of the links also go to the IndexNow engines. */
  to_indexnow: number
  index_credits: number
  check_credits: number
  balance_after: number
  /** What the purse holds now; the bar shows what is left of it. */
  available: number
  /** The workspace whose credits pay, and its name. */
  tenant_id: string
  purse: string
  missing: readonly Missing[]
  /** Links a push may carry under the plan. */
  limit: number
  /** Links that can be pushed, from the top of the list: the purse holds as many and the plan allows them. */
  affordable: number
  /** The workspace that could transfer what is missing, where it can and the visitor may. */
  giver: string | null
  /** Index credits that it has available. */
  giver_available?: number
  /** Credits that are usually refunded of such a push, and by when. */
  refund?: { credits: number; by: string } | null
  /** Days on which the available credits are used up: without this push, and with it. */
  lasts?: { now: string; after: string } | null
}

/** What a push is made of and costs; the bill and the line of it tell the same. */
export function billFacts(quote: QuoteData): BillFact[] {
  const { ready, pending, index_credits, check_credits, balance_after, missing } = quote
  const facts: BillFact[] = [
    { label: 'Ready to push', value: number(ready), short: `${number(ready)} ready` },
    ...(pending ? [{ label: 'Not screened yet', value: number(pending), short: `${number(pending)} to come` }] : []),
    { label: 'Left out, free', value: number(quote.skipped) },
    ...(quote.duplicates ? [{ label: 'Duplicates, dropped', value: number(quote.duplicates) }] : []),
    ...(quote.invalid ? [{ label: 'Lines without a URL, dropped', value: number(quote.invalid) }] : []),
    { label: 'Also sent to IndexNow', value: number(quote.to_indexnow) },
    { label: 'Credits reserved', value: number(index_credits), short: many(index_credits, 'credit'), class: 'total' },
  ]
  if (check_credits > 0)
    facts.push({ label: 'Check credits', value: number(check_credits), short: many(check_credits, 'check credit') })
  if (missing.length === 0)
    facts.push({
      label: `${quote.purse} has after`,
      value: number(balance_after),
      short: `${number(balance_after)} available after`,
      class: 'after',
    })
  return facts
}

/** The exact bill, before anything is pushed. */
export function Quote({ quote, zone }: { quote: QuoteData; zone?: string }) {
  return (
    <>
      <Sum
        lines={billFacts(quote).map(({ label, value, class: kind }) => ({ label, value, total: kind === 'total' }))}
      />
      {quote.giver && <Move quote={quote} giver={quote.giver} />}
      <Outlook quote={quote} zone={zone} />
      {!quote.giver && quote.missing.map((short) => <Banner tone="bad">{lacking(quote.purse, short)}</Banner>)}
      {quote.index_credits > quote.limit && (
        <Banner tone="bad">{`A push takes at most ${many(quote.limit, 'link')} under this plan.`}</Banner>
      )}
      {quote.pending > 0 && <p class="hint">Links that turn out to be blocked are refunded at once.</p>}
    </>
  )
}

/** What is transferred first, where the client lacks credits. */
function Move({
  quote: { missing, purse, available, giver_available = 0 },
  giver,
}: {
  quote: QuoteData
  giver: string
}) {
  const moved = missing
    .map(({ kind, missing: n }) => (kind === 'check' ? many(n, 'check credit') : number(n)))
    .join(', ')
  return (
    <div class="move">
      <Purse name={giver} has={giver_available} change={`−${moved}`} />
      <Icon name="arrow-down" />
      <Purse name={purse} has={available} change={`+${moved}`} />
    </div>
  )
}

const Purse = ({ name, has, change }: { name: string; has: number; change: string }) => (
  <div>
    <Avatar name={name} />
    <p>
      <b>{name}</b>
      <small>{`${number(has)} available`}</small>
    </p>
    <span class="num">{change}</span>
  </div>
)

function Outlook({ quote: { refund, lasts }, zone }: { quote: QuoteData; zone: string | undefined }) {
  const lines = [
    ...(refund
      ? [{ label: `Refunded by ${day(refund.by, zone)}, as usual`, value: `about ${number(refund.credits)}` }]
      : []),
    ...(lasts
      ? [{ label: 'Credits last until', value: <Changed from={day(lasts.now, zone)} to={day(lasts.after, zone)} /> }]
      : []),
  ]
  return (
    <>
      {lines.length > 0 && (
        <div class="soft-sum">
          <Sum lines={lines} />
        </div>
      )}
    </>
  )
}

/** `Bakery has 96 credits; this push needs 1,200.` */
export const lacking = (purse: string, { kind, need, have }: Missing): string =>
  `${purse} has ${many(have, `${kind === 'check' ? 'check ' : ''}credit`)}; this push needs ${number(need)}.`
