import type { DeployCall, Hook } from '../../../src/features/standing/index.ts'
import { many } from '../../parts/text/format.ts'
import type { StatusWord } from '../../parts/text/words.ts'
import { skippedInWords } from '../words.ts'

export const MODE_WORDS = {
  standard: 'GitHub Actions, or a script that signs',
  github: 'GitHub webhook',
  netlify: 'Netlify',
  vercel: 'Vercel',
  address: 'WordPress, Make, curl: the address alone',
} as const

export const hookState = ({ paused, needs_secret, used_at }: Hook): StatusWord => {
  if (paused) return { word: 'Paused', icon: 'ban', tone: 'idle' }
  if (needs_secret) return { word: 'Enter secret', icon: 'triangle-alert', tone: 'warn' }
  return used_at
    ? { word: 'Active', icon: 'check', tone: 'ok' }
    : { word: 'Waits for a call', icon: 'clock', tone: 'info' }
}

const CALL_WORDS: Record<DeployCall['state'], StatusWord> = {
  waiting: { word: 'Settling', icon: 'clock', tone: 'info' },
  done: { word: 'Done', icon: 'check', tone: 'ok' },
  ignored: { word: 'No deploy', icon: 'ban', tone: 'idle' },
  failed: { word: 'Refused', icon: 'x', tone: 'bad' },
}
export const callState = ({ state }: DeployCall): StatusWord => CALL_WORDS[state]

/** Result of a call: `4 links pushed, 2 pushed lately`. */
export function callInWords({ state, links, pushed, skipped, wants_run, run_id, note }: DeployCall): string {
  if (note) return note
  if (state === 'waiting') return 'The site has time to settle'
  const brought = links ? [`${many(pushed, 'link')} pushed`, ...skippedInWords(skipped)].join(', ') : ''
  const run = wants_run ? (run_id ? 'Standing push ran' : 'Standing push starts') : ''
  return [brought, run].filter(Boolean).join('. ')
}

/** The rules of a hook as one sentence. */
export function hookInWords({ standing_push_name, hosts, settle_seconds, cap_day, budget_month }: Hook): string {
  const runs = standing_push_name && `runs “${standing_push_name}”`
  const takes = hosts.length > 0 && `takes URLs of ${hosts.join(', ')}`
  const limits = [
    cap_day !== null && `at most ${many(cap_day, 'link')} a day`,
    budget_month !== null && `at most ${many(budget_month, 'index credit')} a month`,
  ].filter(Boolean)
  const what = [runs, takes].filter(Boolean).join(' and ')
  const after = settle_seconds ? `${many(settle_seconds, 'second')} after it` : 'at once'
  return `A call ${what}, ${after}${limits.length ? `: ${limits.join(', ')}` : ''}.`
}
