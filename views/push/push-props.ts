import type { Issue } from '../parts/form.tsx'
import type { IconName } from '../parts/icon.tsx'
import type { QuoteData } from '../parts/quote.tsx'
import type { Preflight } from './causes.ts'

/** The form's fields, in the API's names. `urls` is text as typed; `push_anyway` are the addresses ticked. */
export type PushValues = {
  urls: string
  name: string
  tenant_id: string
  smart: boolean
  pre_check: boolean
  drip_days: number
  push_anyway: readonly string[]
  /** Flags whose pages are all pushed anyway. */
  anyway_flag: readonly string[]
  force_refresh: boolean
  indexnow_force: boolean
}

export type NewPushProps = {
  values: PushValues
  /** The bill, once the pages are screened. With it the button pushes; without, it leads to the review. */
  quote: QuoteData | null
  preflight: Preflight | null
  /** Most addresses a push may carry under this plan. */
  limit: number
  /** A line on what the plan gives: `10 free links`. */
  plan_note?: string
  clients: readonly { id: string; name: string }[]
  issues?: readonly Issue[]
  /** What changed since the bill that was agreed to. */
  news?: string
  /** Why nothing can be pushed here yet, and where that is mended, if the visitor may. */
  unconnected?: { href: string | null } | null
  simulated?: boolean
  /** Other ways to fill the list: a sitemap, the unindexed of a past job. */
  sources?: readonly { label: string; icon: IconName; href: string }[]
  idempotency_key: string
  /** `action` takes `step=review` and `step=push`; `preflight` answers with `PushFragment` to the same fields. */
  hrefs: { action: string; preflight?: string; credits?: string | null }
}
