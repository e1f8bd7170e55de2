import { Banner, type BillFact, Facts } from './card.tsx'
import { many, number } from './format.ts'

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
  /** The workspace that could give what is missing, where it can and the visitor may. */
  giver: string | null
}

/** What a push is made of and costs; the bill and the line of it tell the same. */
export function billFacts(quote: QuoteData): BillFact[] {
  const { ready, pending, index_credits, check_credits, balance_after, missing } = quote
  const facts: BillFact[] = [
    { label: 'Ready to push', value: number(ready), short: `${number(ready)} ready` },
    ...(pending ? [{ label: 'Not looked at yet', value: number(pending), short: `${number(pending)} to come` }] : []),
    { label: 'Skipped, free', value: number(quote.skipped) },
    ...(quote.duplicates ? [{ label: 'In the list twice, dropped', value: number(quote.duplicates) }] : []),
    ...(quote.invalid ? [{ label: 'No address, dropped', value: number(quote.invalid) }] : []),
    { label: 'Also sent to IndexNow', value: number(quote.to_indexnow) },
    { label: 'Credits reserved', value: number(index_credits), short: many(index_credits, 'credit'), class: 'total' },
  ]
  if (check_credits > 0)
    facts.push({ label: 'Check credits', value: number(check_credits), short: many(check_credits, 'check credit') })
  if (missing.length === 0)
    facts.push({
      label: `${quote.purse} has after`,
      value: number(balance_after),
      short: `${number(balance_after)} left after`,
      class: 'after',
    })
  return facts
}

/** The exact bill, before anything is pushed. */
export function Quote({ quote }: { quote: QuoteData }) {
  return (
    <>
      <Facts facts={billFacts(quote)} class="quote" />
      {quote.missing.map((short) => (
        <Banner tone="bad">{lacking(quote.purse, short)}</Banner>
      ))}
      {quote.index_credits > quote.limit && (
        <Banner tone="bad">{`A push takes at most ${many(quote.limit, 'link')} under this plan.`}</Banner>
      )}
      {quote.pending > 0 && (
        <p class="hint">What is found on a page that has not answered yet gives its credit back at once.</p>
      )}
    </>
  )
}

/** `Bakery has 96 credits; this push needs 1,200.` */
export const lacking = (purse: string, { kind, need, have }: Missing): string =>
  `${purse} has ${many(have, `${kind === 'check' ? 'check ' : ''}credit`)}; this push needs ${number(need)}.`
