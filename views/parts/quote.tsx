import { type Fact, Facts } from './card.tsx'
import { number } from './format.ts'

export type QuoteData = {
  /** Links that will be sent. */
  ready: number
  /** Links that the pre-flight takes out, at no cost. */
  skipped: number
  /** Duplicates and entries that are no address. */
  dropped: number
  /** How many of the ready ones also go to the IndexNow engines. */
  to_indexnow: number
  index_credits: number
  check_credits: number
  balance_after: number
  /** What the purse holds now; the bar shows what is left of it. */
  available: number
}

/** The exact bill, before anything is pushed. */
export function Quote({ quote }: { quote: QuoteData }) {
  const facts: Fact[] = [
    { label: 'Ready to push', value: number(quote.ready) },
    { label: 'Skipped, free', value: number(quote.skipped) },
    { label: 'Duplicates and invalid dropped', value: number(quote.dropped) },
    { label: 'Also sent to IndexNow', value: number(quote.to_indexnow) },
    { label: 'Credits reserved', value: number(quote.index_credits), class: 'total' },
  ]
  if (quote.check_credits > 0) facts.push({ label: 'Check credits', value: number(quote.check_credits) })
  facts.push({ label: 'Balance after', value: number(quote.balance_after), class: 'after' })
  return (
    <>
      <Facts facts={facts} class="quote" />
      <progress
        class="progress"
        value={String(Math.max(0, quote.balance_after))}
        max={String(Math.max(1, quote.available))}
        aria-label="Balance after this push"
      />
    </>
  )
}
