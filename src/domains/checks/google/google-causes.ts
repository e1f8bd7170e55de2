/**
 * Causes that Google's URL Inspection names, by its enumerated fields alone: `coverageState` is translated text
 * (searchconsole/v1, `IndexStatusInspectionResult`).
 */
import { type Text, text } from '../../../kernel/language/say.ts'
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
const WORDS: Record<GoogleCause, { says: Text; act: Text }> = {
  robots_blocked: { says: text('robots.txt kept it out'), act: text('Let Googlebot in, then push again.') },
  noindex: {
    says: text('the page said noindex'),
    act: text('Remove noindex from the page or its header, then push again.'),
  },
  soft_404: {
    says: text('the page looked like an error page'),
    act: text('Give it content of its own, or let it answer 404.'),
  },
  not_found: { says: text('the page was not found'), act: text('Publish it again, then push again.') },
  access_denied: {
    says: text('the server refused Googlebot'),
    act: text('Let Googlebot in without a sign-in, then push again.'),
  },
  blocked_4xx: {
    says: text('the server answered with a client error'),
    act: text('Make the page answer 200, then push again.'),
  },
  server_error: { says: text('the server failed'), act: text('Repair the server, then push again.') },
  redirect_error: { says: text('a redirect failed'), act: text('Redirect once, to a page that answers 200.') },
  crawl_error: {
    says: text("Google's own crawl failed"),
    act: text('There is nothing to repair; push again in some days.'),
  },
  invalid_url: {
    says: text('the address is none that it takes'),
    act: text('Push the address that the site links to.'),
  },
  other_canonical: {
    says: text('it chose another page'),
    act: text('Point canonical, links and sitemap at the page that is to be found.'),
  },
  not_crawled: {
    says: text('it has not crawled the page yet'),
    act: text('Link to it from known pages, and list it in the sitemap.'),
  },
  declined: {
    says: text('it crawled the page and left it out'),
    act: text('Better content and internal links usually help.'),
  },
}

export const causeWords = (cause: GoogleCause): { says: Text; act: Text } => WORDS[cause]

/** All that it says of a page. */
