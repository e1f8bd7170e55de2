import { CRAWLERS, type ForEach } from './engines.ts'
import type { Noindex } from './noindex.ts'
import type { Way } from './redirect-access.ts'
import { type Facts, FLAGS, type Flag } from './shapes.ts'

export const FIXES: Readonly<Record<Flag, string>> = {
  http_4xx: 'The page answers with a client error: publish it again, or leave it out.',
  http_5xx: 'The server answers with an error: repair it, then push again.',
  noindex: 'Remove noindex from the robots meta tag or the X-Robots-Tag header if the page should be found.',
  robots_blocked: 'Allow Googlebot to crawl the page in robots.txt.',
  redirected: 'Push the address that the redirect leads to.',
  canonical_elsewhere: 'Push the canonical address, or make the page its own canonical.',
  unreachable: 'The page gave no answer: check the address, the DNS entry, the certificate and the server.',
  private_address: 'The address is inside a private network, which search engines cannot reach.',
}

/** Results of the fetch; `flags` apply to every engine. */
type FetchResults = Partial<Pick<Facts, 'final_url' | 'status' | 'canonical' | 'warnings' | 'flags' | 'challenged'>> & {
  hops?: Facts['chain']
  noindex?: ForEach<Noindex['google']>
}

/** The facts of one URL. Sorts the flags, adds their fixes and fills in defaults. */
export function factsOf(url: string, way: Way, known: FetchResults): Facts {
  const noindex = known.noindex ?? NONE
  const flags = flagsFor('google', way, known)
  const bing =
    way.barred.bing === way.barred.google && noindex.bing === noindex.google ? flags : flagsFor('bing', way, known)
  const warnings = known.warnings ?? []
  if (flags !== bing) warnings.push(...partingOf(flags, bing))
  return {
    url,
    final_url: known.final_url ?? url,
    status: known.status ?? null,
    chain: known.hops?.map((hop) => ({ url: hop.url, status: hop.status })) ?? [],
    robots: way.robots.google,
    noindex: noindex.google,
    canonical: known.canonical ?? null,
    flags,
    warnings,
    ...(known.challenged && { challenged: known.challenged }),
    fix: flags.length > 0 ? flags.map((flag) => FIXES[flag]).join('\n') : null,
    bing: { flags: bing, robots: way.robots.bing, noindex: noindex.bing },
  }
}

const NONE = { google: null, bing: null }

/** The crawler never sees a page behind a robots.txt that blocks it, so the page has no flags of its own. */
function flagsFor(
  engine: keyof typeof CRAWLERS,
  { barred }: Way,
  { flags = [], noindex = NONE }: FetchResults,
): Flag[] {
  const redirects = barred[engine]
  if (redirects !== null) return redirects > 0 ? ['robots_blocked', 'redirected'] : ['robots_blocked']
  const all: Flag[] = noindex[engine] ? ['noindex', ...flags] : flags
  return all.length > 1 ? FLAGS.filter((flag) => all.includes(flag)) : all
}

/** Where the engines differ: one is blocked and the other may index the page. */
function partingOf(google: Flag[], bing: Flag[]): string[] {
  const only = (here: Flag[], there: Flag[]) =>
    here.filter((flag) => !there.includes(flag)).map((flag) => KEPT_OUT[flag])
  const [by_google, by_bing] = [only(google, bing), only(bing, google)].map((reasons) => reasons.join(' and '))
  if (by_bing && google.length === 0)
    return [
      `Bing is blocked by ${by_bing}: it gets no IndexNow ping for the page. Allow ${CRAWLERS.bing[0]} if Bing should show it.`,
    ]
  return by_google && bing.length === 0
    ? [
        `Only Google is blocked, by ${by_google}; Bing can show the page. Allow Googlebot, or push it anyway to ping Bing.`,
      ]
    : []
}

const KEPT_OUT: Partial<Record<Flag, string>> = { noindex: 'noindex', robots_blocked: 'robots.txt' }
