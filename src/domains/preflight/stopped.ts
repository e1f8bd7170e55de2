/** Pages that bot protection keeps from the pre-flight. */
import type { SafeResponse } from '../../kernel/web-fetch/safe-fetch.ts'
import { challengeAt, challengeOf, challengeWords, isOfChallenge, SHELL } from './challenge.ts'
import { factsOf } from './facts.ts'
import type { Way } from './redirect-access.ts'
import type { Facts, Flag } from './shapes.ts'

/** Bot protection answers where the page would: nothing is known of it but its redirects before. */
export function stopped(url: string, { status, hops, url: final_url }: SafeResponse, way: Way, by: string): Facts {
  const { warning } = way.robots
  const warnings = warning && !isOfChallenge(warning) ? [warning] : []
  const flags: Flag[] = hops.length > 1 ? ['redirected'] : []
  return factsOf(url, way, {
    final_url,
    status,
    hops,
    flags,
    warnings: [challengeWords(by), ...warnings],
    challenged: by,
  })
}

/** By an answer that is no page: a refusal, or a redirect to a challenge. */
export function challengerOf({ status, headers, body, url }: SafeResponse): string | null {
  const location = status < 400 ? headers.get('location') : null
  if (location) return challengeAt(URL.parse(location, url)?.href ?? '')
  return challengeOf(status, headers, body, body.length < SHELL)
}
