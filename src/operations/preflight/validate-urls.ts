import Type from 'typebox'
import { DroppedUrls, takenCounts, takeUrls } from '../../domains/preflight/index.ts'
import { Fault } from '../../kernel/operation/fault.ts'
import { read } from '../../kernel/operation/operation.ts'
import { MAX_URLS, Urls } from '../../kernel/operation/shape.ts'

export const validateUrls = read({
  name: 'validate_urls',
  route: 'POST /urls/validate',
  role: null,
  tool: {
    when: 'to clean a list before anything else',
    costs: 'Free; nothing is fetched.',
    returns: '`counts`, the valid `urls`, and what was dropped',
    next: 'preflight_urls or submit_index_job with the valid ones',
  },
  harmless: true,
  summary: 'Validate and de-duplicate URLs. Free; nothing is fetched.',
  description: 'Two spellings of one address are one URL: spaces, fragments and dot segments are removed first.',
  input: Type.Object({
    urls: Type.Union([Urls, Type.String({ minLength: 1 })], {
      title: 'URLs',
      description: 'Full http(s) URLs: a list, or one text with a URL on each line',
    }),
  }),
  output: Type.Object({
    counts: Type.Object(takenCounts),
    urls: Type.Array(Type.String(), { description: 'Valid URLs, each once, in the order given' }),
    ...DroppedUrls.properties,
  }),
  example: { urls: ['https://bakery.example/bread', 'HTTPS://Bakery.example/bread#crust', 'bakery.example'] },
  faults: ['too_many_urls'],

  prepare: async ({ urls }) => takeUrls(typeof urls === 'string' ? linesOf(urls) : urls),

  handle({ prepared: { urls, duplicates, invalid } }) {
    const given = urls.length + duplicates.length + invalid.length
    const counts = { given, valid: urls.length, duplicates: duplicates.length, invalid: invalid.length }
    return { counts, urls, duplicates, invalid }
  },
})

/** The lines that are not blank, one at a time, because a text may have millions. */
function* linesOf(text: string): Generator<string> {
  let n = 0
  for (const [line] of text.matchAll(/\S[^\r\n]*/g)) {
    if (++n > MAX_URLS)
      throw new Fault('too_many_urls', `At most ${MAX_URLS.toLocaleString('en')} URLs in one request.`)
    yield line
  }
}
