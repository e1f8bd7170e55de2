import type { App } from '../../kernel/app.ts'
import { SECOND, type Time } from '../../kernel/clock.ts'
import { FREE_WORK } from '../../kernel/fair-pool.ts'
import { onBehalfOf, type SafeResponse } from '../../kernel/safe-fetch.ts'
import { type Facts, type Outline, readOutline, screenUrls } from '../preflight/index.ts'

/** What came of a check: a result, or why there is none, in words for whoever asked. */
export type Outcome = { result: object } | { failure: string }

/** What a crawler sees on a page, and what stands in its way. */
export type Xray = { facts: Facts; page: Outline | null; looked_at: Time }

/** Somebody looks at a page that says "looking". */
const PATIENCE = { hop_timeout_ms: 8 * SECOND, total_timeout_ms: 14 * SECOND }

/** Looks at one page as the pre-flight does, in the turn of those who pay nothing. */
export async function xrayPage(
  app: Pick<App, 'fetch' | 'clock'>,
  url: string,
  signal: AbortSignal,
): Promise<{ result: Xray }> {
  const now = app.clock.now()
  let seen: SafeResponse | null = null
  const on_page = (page: SafeResponse) => {
    seen ??= page
  }
  const fetch = onBehalfOf(app.fetch, FREE_WORK)
  const [facts] = await screenUrls([url], { fetch, now, signal, on_page, robots_room: () => MET_FILES, ...PATIENCE })
  const answered = seen as SafeResponse | null
  const page = answered && answered.status < 300 ? await readOutline(answered) : null
  return { result: { facts: withoutAddresses(facts!), page, looked_at: now } }
}

const MET_FILES = 2

/** Where a name leads is nobody's business when that is no public address: it would tell of the inside of a network. */
const withoutAddresses = (facts: Facts): Facts =>
  facts.flags.includes('private_address')
    ? { ...facts, warnings: ['No page: the address leads to no public place.'] }
    : facts
