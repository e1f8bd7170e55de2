/**
 * Causes that Google's URL Inspection names, by its enumerated fields alone: `coverageState` is translated text
 * (searchconsole/v1, `IndexStatusInspectionResult`).
 */
import { namedEnum } from '../../../kernel/operation/schema-names.ts'

export const GOOGLE_CAUSES = namedEnum('GoogleCause', [
  'robots_blocked',
  'noindex',
  'soft_404',
  'not_found',
  'access_denied',
  'blocked_4xx',
  'server_error',
  'redirect_error',
  'crawl_error',
  'invalid_url',
  'other_canonical',
  'not_crawled',
  'declined',
])
export type GoogleCause = (typeof GOOGLE_CAUSES)[number]

/** `canonical`: the page that Google chose instead. `crawled_at`: its last visit. */
export type GoogleFinding = { cause: GoogleCause | null; canonical: string | null; crawled_at: string | null }

/** `says`: of one page or more, after "Google:". `act`: what helps. */
const WORDS: Record<GoogleCause, { says: string; act: string }> = {
  robots_blocked: { says: 'robots.txt kept it out', act: 'Let Googlebot in, then push again.' },
  noindex: { says: 'the page said noindex', act: 'Remove noindex from the page or its header, then push again.' },
  soft_404: { says: 'the page looked like an error page', act: 'Give it content of its own, or let it answer 404.' },
  not_found: { says: 'the page was not found', act: 'Publish it again, then push again.' },
  access_denied: { says: 'the server refused Googlebot', act: 'Let Googlebot in without a sign-in, then push again.' },
  blocked_4xx: { says: 'the server answered with a client error', act: 'Make the page answer 200, then push again.' },
  server_error: { says: 'the server failed', act: 'Repair the server, then push again.' },
  redirect_error: { says: 'a redirect failed', act: 'Redirect once, to a page that answers 200.' },
  crawl_error: { says: "Google's own crawl failed", act: 'There is nothing to repair; push again in some days.' },
  invalid_url: { says: 'the address is none that it takes', act: 'Push the address that the site links to.' },
  other_canonical: {
    says: 'it chose another page',
    act: 'Point canonical, links and sitemap at the page that is to be found.',
  },
  not_crawled: {
    says: 'it has not crawled the page yet',
    act: 'Link to it from known pages, and list it in the sitemap.',
  },
  declined: { says: 'it crawled the page and left it out', act: 'Better content and internal links usually help.' },
}

export const causeWords = (cause: GoogleCause): { says: string; act: string } => WORDS[cause]
