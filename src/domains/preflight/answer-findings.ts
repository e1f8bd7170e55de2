/** Findings about the answer itself, whatever page it carries. */
import { type Said, said } from '../../kernel/language/say.ts'
import { SECOND } from '../../kernel/time/clock.ts'
import { locations } from '../../kernel/web-fetch/http/head.ts'
import type { SafeResponse } from '../../kernel/web-fetch/safe-fetch.ts'
import { arrows } from './canonical-chain.ts'

/** A head of an answer that takes longer is slow; "poor" begins at 1.8 s (web.dev/articles/ttfb). */
const SLOW = 3 * SECOND

export function answerFindings({ status, headers, hops, head_ms, lie }: SafeResponse): Said[] {
  const warnings: Said[] = []
  if (status === 429)
    warnings.push(said('The host limits requests (429), which slows Googlebot down. Raise the limit.'))
  if (status === 304) warnings.push(said('The page answers "not modified" to a first visit. Answer 200 with the page.'))
  else if (status >= 300 && status < 400)
    warnings.push(
      locations(headers).length > 1
        ? said('The answer names several addresses to go to (Location), so browsers refuse it. Send one.')
        : said('Crawlers do not follow this redirect. Give it a full address.'),
    )
  if (hops.length > 2)
    warnings.push(
      said('It takes {redirects} redirects: {chain}. Redirect there directly.', {
        redirects: hops.length - 1,
        chain: arrows(hops.map(({ url }) => url)),
      }),
    )
  if (head_ms > SLOW)
    warnings.push(
      said('The server took {seconds} s to begin its answer. Make it faster, so that crawlers come more often.', {
        seconds: Math.round((head_ms / SECOND) * 10) / 10,
      }),
    )
  if (lie && status < 300) warnings.push(lieWords(lie))
  return warnings
}

const lieWords = (coding: string): Said =>
  said(
    'Its header says that the page is packed (Content-Encoding: {coding}), which it is not: browsers show an error. Remove the header.',
    { coding },
  )
