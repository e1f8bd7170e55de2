import { type Said, said, type Text, text } from '../../kernel/language/say.ts'
import { CRAWLERS, type ForEach } from './engines.ts'
import type { Noindex } from './noindex.ts'
import type { Way } from './redirect-access.ts'
import { type Facts, FLAGS, type Flag } from './shapes.ts'

export const FIXES: Readonly<Record<Flag, Text>> = {
  http_4xx: text('The page answers with a client error: publish it again, or leave it out.'),
  http_5xx: text('The server answers with an error: repair it, then push again.'),
  noindex: text('Remove noindex from the robots meta tag or the X-Robots-Tag header if the page should be found.'),
  robots_blocked: text('Allow Googlebot to crawl the page in robots.txt.'),
  redirected: text('Push the address that the redirect leads to.'),
  canonical_elsewhere: text('Push the canonical address, or make the page its own canonical.'),
  unreachable: text('The page gave no answer: check the address, the DNS entry, the certificate and the server.'),
  private_address: text('The address is inside a private network, which search engines cannot reach.'),
}

/** Results of the fetch; `flags` apply to every engine. */
type FetchResults = Partial<
  Pick<Facts, 'final_url' | 'status' | 'canonical' | 'warnings' | 'flags' | 'challenged' | 'sketch'>
> & { hops?: Facts['chain']; noindex?: ForEach<Noindex['google']> }

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
    ...(known.sketch && { sketch: known.sketch }),
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
function partingOf(google: Flag[], bing: Flag[]): Said[] {
  const only = (here: Flag[], there: Flag[]) => KEPT_OUT[here.find((flag) => !there.includes(flag))!]
  const [by_google, by_bing] = [only(google, bing), only(bing, google)]
  if (by_bing && google.length === 0)
    return [
      said(
        'Bing is blocked by {rule}: it gets no IndexNow ping for the page. Allow {crawler} if Bing should show it.',
        { rule: by_bing, crawler: CRAWLERS.bing[0] },
      ),
    ]
  return by_google && bing.length === 0
    ? [
        said(
          'Only Google is blocked, by {rule}; Bing can show the page. Allow Googlebot, or push it anyway to ping Bing.',
          { rule: by_google },
        ),
      ]
    : []
}

const KEPT_OUT: Partial<Record<Flag, string>> = { noindex: 'noindex', robots_blocked: 'robots.txt' }
