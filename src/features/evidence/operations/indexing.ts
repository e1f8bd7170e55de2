import Type from 'typebox'
import { ListOf, list, listInput, when } from '../../../kernel/database/list.ts'
import { treeOf } from '../../../kernel/operation/caller.ts'
import { outbound, read } from '../../../kernel/operation/operation.ts'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { Count, Defaulted, Id, Moment, Nullable, OwnTenantId, TreeTenantId } from '../../../kernel/operation/shape.ts'
import { orderPostings } from '../indexing/order.ts'
import { indexingDay } from '../indexing/queue.ts'
import { POSTING_STATES, POSTING_TYPES, type PostingRow } from '../indexing/tables.ts'

const posting = {
  url: Type.String(),
  state: Type.Enum(POSTING_STATES, {
    description: 'queued: its turn comes with the next day of Google; sending: its answer is to come',
  }),
  why: Nullable(Type.String({ description: 'Why it is refused' })),
}
const day = {
  used: Count('Pages that were handed over today, of all workspaces'),
  per_day: Count("Google's limit"),
  resets_at: Type.With(Moment, { description: 'When the next day of Google begins, at midnight in California' }),
}

export const publishJobPosting = outbound({
  name: 'publish_job_posting',
  route: 'POST /google/indexing',
  role: 'admin',
  instead: 'a person, on the page Search engines',
  summary: 'Hand pages with job postings or live videos to Google’s Indexing API. It takes no others.',
  description:
    'Each page is read first. 422 `not_allowed_by_google` where none has JobPosting, or BroadcastEvent in a VideoObject; 409 names the scope that is missing. 200 a day for all workspaces, which take turns.',
  input: Type.Object({
    tenant_id: Type.Optional(OwnTenantId),
    urls: Type.Array(Type.String({ pattern: '^https?://\\S+$', maxLength: 2048 }), {
      title: 'URLs',
      description: 'One a line',
      minItems: 1,
      maxItems: 100,
    }),
    type: Defaulted(
      Type.Enum(POSTING_TYPES, {
        title: 'What happened',
        description: 'URL_DELETED: it answers 404 or 410, or says noindex',
      }),
      'URL_UPDATED',
    ),
  }),
  output: Shape('JobPostingAnswer', {
    results: Type.Array(Shape('PostedPage', posting)),
    published_by: Nullable(
      Type.With(Moment, { description: 'When the last queued one is published; null: none waits' }),
    ),
    ...day,
  }),
  example: { tenant_id: 'ten_bakery', urls: ['https://bakery.example/jobs/baker'] },
  faults: ['conflict', 'validation_failed'],

  async handle({ app, caller, changed, write, signal }, { tenant_id = caller.tenant_id, urls, type = 'URL_UPDATED' }) {
    const answer = await orderPostings(app, caller, { tenant_id, urls, type }, signal)
    const count = (wanted: PostingRow['state']) => answer.results.filter(({ state }) => state === wanted).length
    changed({
      tenant_id,
      after: { type, published: count('published'), queued: count('queued'), refused: count('refused') },
    })
    write(() => undefined)
    return { ...answer, ...app.db.read((tx) => indexingDay(tx)) }
  },
})

export const listJobPostings = read({
  name: 'list_job_postings',
  route: 'GET /google/indexing',
  role: 'admin',
  instead: 'a person, on the page Search engines',
  summary: 'Pages that were handed to Google’s Indexing API, and those that wait or were refused.',
  input: Type.Object({ ...listInput('asked_at'), tenant_id: Type.Optional(TreeTenantId) }),
  output: ListOf(
    Shape('JobPosting', {
      id: Id,
      tenant_id: Type.String(),
      ...posting,
      type: Type.Enum(POSTING_TYPES),
      asked_at: Moment,
      published_at: Nullable(Moment),
    }),
  ),
  example: {},

  handle({ tx, caller }, { tenant_id, ...page }) {
    const where = [tenant_id ? when('tenant_id = ?', tenant_id) : treeOf(caller)]
    return list<PostingRow>(
      tx,
      { select: '*', from: 'job_postings', where, sorts: { asked_at: 'asked_at' }, tie: 'id' },
      page,
    )
  },
})
