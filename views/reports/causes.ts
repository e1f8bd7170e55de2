/** Why pages are not visible, in words for whoever keeps the site. */
import type { Actor, Cause } from '../../src/domains/reports/index.ts'
import { FLAGS } from '../parts/words.ts'

export const ACTORS: Record<Actor, string> = {
  client: 'The site’s owner',
  agency: 'The agency',
  engine: 'The search engine',
  nobody: 'Nobody: wait',
}

type CauseWords = { word: string; does: string }

/** What is the matter, and what would change it. */
export const CAUSE_WORDS: Record<Cause, CauseWords> = {
  http_4xx: { word: FLAGS.http_4xx!, does: 'Put the page back, or leave it out.' },
  http_5xx: { word: FLAGS.http_5xx!, does: 'Have the site’s server looked at: it fails to show the page.' },
  noindex: { word: 'Asks not to be found (noindex)', does: 'Take the mark off if the page is meant to be found.' },
  robots_blocked: { word: FLAGS.robots_blocked!, does: 'Let search engines in, in robots.txt.' },
  redirected: { word: 'Leads to another page', does: 'Push the page it leads to.' },
  canonical_elsewhere: { word: 'Names another page as its original', does: 'Push the page it names.' },
  unreachable: { word: FLAGS.unreachable!, does: 'Have the site’s server looked at: it does not answer.' },
  private_address: { word: FLAGS.private_address!, does: 'Put the page where everybody can reach it.' },
  not_sent: { word: 'Not sent', does: 'Push it once more.' },
  cancelled: { word: 'Taken back before it was sent', does: 'Push it if it is wanted after all.' },
  not_taken: {
    word: 'Sent, and not taken up within 7 days',
    does: 'It decides by itself. More or better content and links help.',
  },
  lost: { word: 'Was visible, and is not any more', does: 'It dropped the page: look at it, then push it once more.' },
  held_out: { word: 'Held back to compare with', does: 'Push it once the comparison is over.' },
  waiting: { word: 'Still being watched', does: 'Search is asked again on day 1, 3 and 7.' },
}
