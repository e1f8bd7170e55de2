import Type from 'typebox'
import { countOf, DroppedUrls, takeList, takenCounts } from '../../domains/preflight/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Urls } from '../../kernel/operation/shape.ts'

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
  input: Type.Object({ urls: Urls }),
  output: Type.Object({
    counts: Type.Object(takenCounts),
    urls: Type.Array(Type.String(), { description: 'Valid URLs, each once, in the order given' }),
    ...DroppedUrls.properties,
  }),
  example: { urls: ['https://bakery.example/bread', 'HTTPS://Bakery.example/bread#crust', 'bakery.example'] },
  faults: ['too_many_urls'],

  prepare: ({ urls }) => takeList(urls),

  handle({ prepared: taken }) {
    const { urls, duplicates, invalid, reading } = taken
    const counts = { given: countOf(taken), valid: urls.length, duplicates: duplicates.length, invalid: invalid.length }
    return { counts, urls, duplicates, invalid, reading }
  },
})
