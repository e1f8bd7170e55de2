/** Evidence is kept as English text, as engines and programs gave it; for a reader, sentences of ours are found in it. */
import { type Said, type Stored, said } from '../../kernel/language/say.ts'

type Groups = Readonly<Record<string, string>>

const OURS: readonly [RegExp, (found: Groups) => Said][] = [
  [
    /^(?<answer>.+)\. It was seen in (?<place>.+), which this does not undo\.$/s,
    ({ answer = '', place = '' }) =>
      said('{answer}. It was seen in {place}, which this does not undo.', { answer: evidenceSaid(answer), place }),
  ],
  [/^Simulated: visible; no search engine was asked$/, () => said('Simulated: visible; no search engine was asked')],
  [
    /^Simulated: not visible; no search engine was asked$/,
    () => said('Simulated: not visible; no search engine was asked'),
  ],
  [/^Found: (?<what>.+)$/s, ({ what = '' }) => said('Found: {what}', { what })],
  [/^No results of (?<query>.+)$/, ({ query = '' }) => said('No results of {query}', { query })],
  [
    /^Not among the (?<results>\d+) results? of (?<query>.+)$/,
    ({ results, query = '' }) =>
      said('Not among the {results, plural, one {# result} other {# results}} of {query}', {
        results: Number(results),
        query,
      }),
  ],
  [
    /^Not among the first (?<results>\d+) results of (?<query>.+): a full page is no complete list$/,
    ({ results, query = '' }) =>
      said('Not among the first {results} results of {query}: a full page is no complete list', {
        results: Number(results),
        query,
      }),
  ],
  [
    /^The answer to (?<query>.+) held no list of results$/,
    ({ query = '' }) => said('The answer to {query} held no list of results', { query }),
  ],
  [
    /^(?<unread>\d+) of (?<results>\d+) results? of (?<query>.+) came without an address$/,
    ({ unread, results, query = '' }) =>
      said('{unread} of {results, plural, one {# result} other {# results}} of {query} came without an address', {
        unread: Number(unread),
        results: Number(results),
        query,
      }),
  ],
  [/^In the supplier's list of URLs not indexed$/, () => said("In the supplier's list of URLs not indexed")],
  [/^In the supplier's list of indexed URLs$/, () => said("In the supplier's list of indexed URLs")],
  [/^The supplier's report does not mention it$/, () => said("The supplier's report does not mention it")],
  [/^Google gave no verdict$/, () => said('Google gave no verdict')],
  [
    /^Google says: (?<words>.+?)(?:, crawled (?<day>[\d-]+))?(?:\. It chose another page: (?<page>\S+))?$/,
    ({ words = '', day, page = 'none' }) =>
      said(
        'Google says: {words}{day, select, none {} other {, crawled {day}}}{page, select, none {} other {. It chose another page: {page}}}',
        { words, day: day === undefined ? 'none' : { day }, page },
      ),
  ],
  [/^Bing has never crawled it$/, () => said('Bing has never crawled it')],
  [
    /^Bing has never crawled it; it knows it since (?<day>[\d-]+)$/,
    ({ day = '' }) => said('Bing has never crawled it; it knows it since {day}', { day: { day } }),
  ],
  [/^Bing crawled it on (?<day>[\d-]+)$/, ({ day = '' }) => said('Bing crawled it on {day}', { day: { day } })],
  [
    /^Bing crawled it on (?<day>[\d-]+): HTTP (?<status>\d+)$/,
    ({ day = '', status = '' }) => said('Bing crawled it on {day}: HTTP {status}', { day: { day }, status }),
  ],
]

/** Other evidence stays as it is. */
export function evidenceSaid(evidence: string): Stored {
  for (const [pattern, sentence] of OURS) {
    const found = pattern.exec(evidence)
    if (found) return sentence(found.groups ?? {})
  }
  return evidence
}
