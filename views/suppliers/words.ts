/** Words for suppliers and engines. */
import { CREDITS_PER_CHECK } from '../../src/domains/checks/index.ts'
import type { EngineSlot } from '../../src/domains/jobs/index.ts'
import type { RouteName } from '../../src/domains/providers/index.ts'
import { ENGINE_TITLES } from '../jobs/engine-words.ts'
import type { Question } from '../parts/forms/dialogs.tsx'
import { many } from '../parts/text/format.ts'
import type { StatusWord } from '../parts/text/words.ts'

export const ROUTE_WORDS: Record<RouteName, { title: string; what: string }> = {
  primary: { title: 'Main', what: 'Main supplier. Paused automatically after repeated failures.' },
  fallback: { title: 'Fallback', what: 'Gets its share of new pushes, and all while the main supplier is paused.' },
}

export const BREAKER: Record<'closed' | 'open' | 'half_open' | 'limit' | 'off' | 'none', StatusWord> = {
  closed: { word: 'Working', icon: 'check', tone: 'ok' },
  open: { word: 'Paused', icon: 'triangle-alert', tone: 'bad' },
  half_open: { word: 'Testing', icon: 'clock', tone: 'warn' },
  limit: { word: 'At its limit', icon: 'clock', tone: 'warn' },
  off: { word: 'Off', icon: 'ban', tone: 'idle' },
  none: { word: 'Not connected', icon: 'ban', tone: 'idle' },
}

/** A route is not known to work before it sends a link. */
const UNUSED: StatusWord = { word: 'No link sent this month', icon: 'clock', tone: 'idle' }

export const routeWord = (route: { status: keyof typeof BREAKER; sent_this_month: number } | null): StatusWord =>
  route?.status === 'closed' && route.sent_this_month === 0 ? UNUSED : BREAKER[route?.status ?? 'none']

export const ENGINE_WORDS: Record<EngineSlot, { title: string; what: string }> = {
  scan_standard: {
    title: ENGINE_TITLES.scan_standard,
    what: `The checks of the guarantee, and check jobs at ${many(CREDITS_PER_CHECK.scan_standard, 'credit')}.`,
  },
  scan_live: {
    title: ENGINE_TITLES.scan_live,
    what: `Answers within seconds: check jobs at ${many(CREDITS_PER_CHECK.scan_live, 'credit')}, and the free checks.`,
  },
  scan_bing: { title: ENGINE_TITLES.scan_bing, what: 'Checks pages in Bing. The answers change no credit.' },
  upstream: {
    title: ENGINE_TITLES.upstream,
    what: 'A second answer beside the check: of the supplier or of Search Console.',
  },
}

export const DISCONNECT_ROUTE = (name: string): Question => ({
  title: `Remove ${name}?`,
  body: 'Its API key is deleted. Links that it already has are still checked; the others go to the other supplier, or wait.',
  verb: 'Remove supplier',
})

export const DISCONNECT_ENGINE = (name: string): Question => ({
  title: `Remove ${name}?`,
  body: 'Its sign-in is deleted. Its checks wait until an engine is connected again.',
  verb: 'Remove engine',
})

export const DISCONNECT_ACCOUNT: Question = {
  title: 'Remove the supplier account?',
  body: 'Its sign-in is deleted here. The supplier itself keeps the account.',
  verb: 'Remove account',
}
