import { type Facts, type Outline, readOutline, screenUrls } from '../../domains/preflight/index.ts'
import { said } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import { FREE_WORK } from '../../kernel/scheduling/fair-pool.ts'
import { SECOND, type Time } from '../../kernel/time/clock.ts'
import { onBehalfOf, type SafeResponse } from '../../kernel/web-fetch/safe-fetch.ts'

/** The result of a check, or why there is none, in words for the visitor. */
export type FreeCheckOutcome = { result: object } | { failure: string }

/** A page as a crawler sees it, and the faults that prevent indexing. */
export type Xray = { facts: Facts; page: Outline | null; looked_at: Time }

/** The visitor waits for the answer on an open page. */
const PATIENCE = { hop_timeout_ms: 8 * SECOND, total_timeout_ms: 14 * SECOND }

/** Checks one page as the pre-flight does, with the priority of free work. */
export async function xrayPage(
  app: Pick<App, 'fetch' | 'clock' | 'readers'>,
  url: string,
  signal: AbortSignal,
): Promise<{ result: Xray }> {
  const now = app.clock.now()
  let seen: SafeResponse | null = null
  const on_page = (page: SafeResponse) => {
    seen ??= page
  }
  const fetch = onBehalfOf(app.fetch, FREE_WORK)
  const [facts] = await screenUrls([url], { fetch, now, signal, on_page, readers: app.readers, ...PATIENCE })
  const answered = seen as SafeResponse | null
  const page = answered && answered.status < 300 ? await readOutline(answered) : null
  return { result: { facts: withoutAddresses(facts!), page, looked_at: now } }
}

/** Hides the result for addresses that are not public: it would reveal a private network. */
const withoutAddresses = (facts: Facts): Facts =>
  facts.flags.includes('private_address')
    ? { ...facts, warnings: [said('No page: the address is not on the public internet.')] }
    : facts
