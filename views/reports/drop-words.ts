/** Why pages dropped out, in words of a client. */
import type { StillThere } from '../../src/domains/links/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, type Text, text } from '../../src/kernel/language/say.ts'
import { number } from '../parts/text/format.ts'
import { FLAGS } from '../parts/text/words.ts'

const CAUSES: Readonly<Record<string, Text>> = {
  ...FLAGS,
  soft_404: text('Looks like an error page'),
  left_sitemap: text('No longer in the sitemap'),
  content_changed: text('Says something else now'),
  canonical_chosen: text('Google chose another page'),
  blocked_when_crawled: text('Blocked when Google came'),
  not_crawled_130: text('Not crawled for long'),
  unknown_to_google: text('Forgotten by Google'),
  crawled_not_indexed: text('Crawled and left out'),
}

/** `Not found (3), noindex (2)`; null where no cause is known. */
export function causesInWords(to: Reader, causes: StillThere['causes'] = []): string | null {
  const known = causes.flatMap(({ cause, links }) =>
    CAUSES[cause] ? [`${say(to, CAUSES[cause])} (${number(links, to)})`] : [],
  )
  return known.length > 0 ? known.join(', ') : null
}
