import { type Facts, FLAGS, type Flag } from './shapes.ts'

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

/** The facts of one URL from what is known of it; flags get their order and their fixes, the rest its default. */
export function factsOf(url: string, { verdict, rule }: Facts['robots'], known: Known): Facts {
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
