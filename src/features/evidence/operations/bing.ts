import Type from 'typebox'
import { outbound, read } from '../../../kernel/operation/operation.ts'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { Count, Moment, Nullable } from '../../../kernel/operation/shape.ts'
import { askQuota, bingQuota, submitToBing } from '../bing.ts'

const BingQuota = Shape('BingQuota', {
  connected: Type.Boolean({ description: 'Bing Webmaster is the check engine for Bing' }),
  asked_at: Nullable(Type.With(Moment, { description: 'When Bing said so; null: not asked yet' })),
  sites: Type.Array(
    Shape('BingSite', {
      site_url: Type.String({ description: 'A verified site of the account, as Bing spells it' }),
      day: Count('URLs that it takes on the rest of this day'),
      month: Count('URLs that it takes in the rest of this month'),
      key_file: Type.Boolean({ description: 'An IndexNow site with a verified key file: IndexNow reaches Bing there' }),
    }),
  ),
  more: Count('Further sites, which were not asked about'),
})

export const getBingQuota = read({
  name: 'get_bing_quota',
  route: 'GET /bing/quota',
  role: 'platform',
  instead: 'a person, on the page Search engines',
  summary: 'URLs that Bing takes of each site of the operator’s account, as it last said.',
  input: Type.Object({}),
  output: BingQuota,
  example: {},
  handle: ({ tx }) => bingQuota(tx),
})

export const askBingQuota = outbound({
  name: 'ask_bing_quota',
  route: 'POST /bing/quota',
  role: 'platform',
  instead: 'a person, on the page Search engines',
  summary: 'Ask Bing for the verified sites of the account, and how many URLs it takes of each of the first 20.',
  input: Type.Object({}),
  output: BingQuota,
  example: {},
  faults: ['conflict'],

  async handle({ app, changed, read, write, signal }) {
    await askQuota(app, signal)
    const quota = read((tx) => bingQuota(tx))
    changed({ target: 'bing', after: { sites: quota.sites.length } })
    write(() => undefined)
    return quota
  },
})

export const submitBingUrls = outbound({
  name: 'submit_bing_urls',
  route: 'POST /bing/urls',
  role: 'platform',
  instead: 'submit_index_job, which reaches Bing by IndexNow',
  summary: 'Submit URLs to Bing where no key file can be hosted. For other hosts IndexNow does it.',
  description:
    'Each URL belongs to a verified site of the operator’s account at Bing (422 else), whose host has no verified IndexNow site. Bing’s quota is asked first; URLs above it are returned and not sent.',
  input: Type.Object({
    urls: Type.Array(Type.String({ pattern: '^https?://\\S+$', maxLength: 2048 }), {
      title: 'URLs',
      description: 'One a line',
      minItems: 1,
      maxItems: 500,
    }),
  }),
  output: Shape('BingSubmission', {
    submitted: Count('URLs that Bing took'),
    left_over: Type.Array(Type.String(), {
      description: 'URLs above its quota, or of a site that failed after another took its own: submit them again',
    }),
  }),
  example: { urls: ['https://shop.example/bread/rye'] },
  faults: ['conflict', 'validation_failed'],

  async handle({ app, changed, write, signal }, { urls }) {
    const answer = await submitToBing(app, urls, signal)
    changed({ target: 'bing', after: { submitted: answer.submitted, left_over: answer.left_over.length } })
    write(() => undefined)
    return answer
  },
})
