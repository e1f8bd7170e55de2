import type { Issue } from '../parts/form.tsx'
import type { QuoteData } from '../parts/quote.tsx'
import type { Runner } from '../parts/runner.tsx'
import type { Preflight } from './causes.ts'
import type { Client, Guessed } from './whose.ts'

/** The form's fields, in the API's names. `urls` is text as typed; `push_anyway` are the addresses ticked. */
export type PushValues = {
  urls: string
  name: string
  /** The workspace that pays. */
  tenant_id: string
  /** Its name as typed; blank is a guess from the hosts. */
  client: string
  /** The address of a sitemap whose pages are wanted. */
  sitemap: string
  /** This page of those that the person has open. */
  page: string
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
  clients: readonly Client[]
  guessed?: Guessed
  /** What it is called unless somebody says so. */
  suggested?: string
  issues?: readonly Issue[]
  /** What changed since the bill that was agreed to. */
  news?: string
  /** Why nothing can be pushed here yet, and where that is mended, if the visitor may. */
  unconnected?: { href: string | null; runner: Runner | null } | null
  simulated?: boolean
  /** Pushes whose links that are not indexed can be taken, the newest first. */
  past?: readonly { id: string; name: string; missing: number }[]
  /** Hosts that were pushed last, to start an empty list with. */
  hosts?: readonly string[]
  zone?: string
  idempotency_key: string
  /**
   * `action` takes `step=review` and `step=push`; `preflight` answers with `PushFragment` to the same fields, and `poll`
   * with what has changed since.
   */
  hrefs: { action: string; preflight?: string; poll?: string; credits?: string | null }
}
