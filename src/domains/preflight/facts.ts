/** Why a page cannot be expected to get into the index, in the order in which flags are listed. */
export const FLAGS = [
  'http_4xx',
  'http_5xx',
  'noindex',
  'robots_blocked',
  'redirected',
  'canonical_elsewhere',
  'unreachable',
  'private_address',
] as const
export type Flag = (typeof FLAGS)[number]

/** What to do about each flag, one line each. */
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

export type RobotsVerdict = {
  /** `unknown` when robots.txt gave no usable answer; the page is looked at all the same. */
  verdict: 'allowed' | 'blocked' | 'unknown'
  /** The line of robots.txt that decided, if one did. */
  rule: { line: number; text: string } | null
}

/** What the pre-flight found out about one URL. */
export type Facts = {
  url: string
  /** Where the chain of redirects ended, whether or not that could be fetched. */
  final_url: string
  /** What the final URL answered; null when it was not asked or did not answer. */
  status: number | null
  /** Every request made, in order. */
  chain: { url: string; status: number | null }[]
  robots: RobotsVerdict
  noindex: { source: 'meta' | 'header'; directive: string } | null
  /** The canonical address that the page states, if any. */
  canonical: string | null
  flags: Flag[]
  /** Worth knowing, but no reason to hold the page back. */
  warnings: string[]
  /** The fixes of all flags, one a line; null without flags. */
  fix: string | null
}

/** The facts of one URL from what is known of it; flags get their order and their fixes, the rest its default. */
export function factsOf(url: string, { verdict, rule }: RobotsVerdict, known: Known): Facts {
  const flags = known.flags.length > 1 ? FLAGS.filter((flag) => known.flags.includes(flag)) : known.flags
  return {
    url,
    final_url: known.final_url ?? url,
    status: known.status ?? null,
    chain: known.hops?.map((hop) => ({ url: hop.url, status: hop.status })) ?? [],
    robots: { verdict, rule },
    noindex: known.noindex ?? null,
    canonical: known.canonical ?? null,
    flags,
    warnings: known.warnings ?? [],
    fix: flags.length > 0 ? flags.map((flag) => FIXES[flag]).join('\n') : null,
  }
}

type Known = Partial<Pick<Facts, 'final_url' | 'status' | 'noindex' | 'canonical' | 'warnings'>> & {
  flags: Flag[]
  hops?: Facts['chain']
}
