/** Why Google keeps pages out, and what helps, in words of a client. */
import type { MissingAtGoogle } from '../../src/domains/links/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, type Text, text } from '../../src/kernel/language/say.ts'
import { FLAGS } from '../parts/text/words.ts'

type GoogleCause = MissingAtGoogle[number]['cause']

const REFUSED = { why: text('Google was refused'), act: text('Let search engines open the page without a sign-in.') }

const WORDS: Record<GoogleCause, { why: Text; act: Text }> = {
  robots_blocked: { why: FLAGS.robots_blocked!, act: text('Allow search engines in robots.txt.') },
  noindex: { why: text('noindex'), act: text('Remove noindex if the page is meant to be found.') },
  soft_404: { why: text('Looks like an error page'), act: text('Give the page content of its own.') },
  not_found: { why: FLAGS.http_4xx!, act: text('Restore the page, or leave it out.') },
  access_denied: REFUSED,
  blocked_4xx: REFUSED,
  server_error: {
    why: FLAGS.http_5xx!,
    act: text('The site’s server fails to show the page. Ask its host to repair it.'),
  },
  redirect_error: { why: text('A redirect fails'), act: text('Redirect once, to a page that opens.') },
  crawl_error: { why: text('Google’s visit failed'), act: text('Google comes again by itself.') },
  invalid_url: { why: text('Google does not take the address'), act: text('Push the address that the site links to.') },
  other_canonical: {
    why: text('Google chose another page'),
    act: text('Name the page to be found as canonical, and link to it.'),
  },
  not_crawled: { why: text('Not crawled yet'), act: text('Link to the page from pages that are found already.') },
  declined: { why: text('Crawled and left out'), act: text('Better content and internal links usually help.') },
}

/** `34 pages: Google chose another page. Name the page to be found as canonical, and link to it.` */
export const googleLines = (to: Reader, missing: MissingAtGoogle = []): string[] =>
  [...Map.groupBy(missing, ({ cause }) => WORDS[cause])].map(([{ why, act }, of]) =>
    say(to, '{pages, plural, one {# page} other {# pages}}: {why}. {act}', {
      pages: of.reduce((sum, { pages }) => sum + pages, 0),
      why: say(to, why),
      act: say(to, act),
    }),
  )

export const GoogleSays = ({ to, missing }: { to: Reader; missing?: MissingAtGoogle | undefined }) =>
  missing && missing.length > 0 ? (
    <ul class="plain sub2">
      {googleLines(to, missing).map((line) => (
        <li>{line}</li>
      ))}
    </ul>
  ) : null
