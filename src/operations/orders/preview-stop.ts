import Type from 'typebox'
import { linksById } from '../../domains/jobs/index.ts'
import { linksToStop } from '../../domains/pushes/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count, MAX_URLS, MOST } from '../../kernel/operation/shape.ts'

export const previewStop = read({
  name: 'preview_stop',
  route: 'POST /orders/stop-preview',
  role: 'member',
  harmless: true,
  instead: 'cancel_job, which answers how many it cancelled',
  summary: 'What cancelling these links would do, link by link; cancel_job with `url_ids` does it for each job.',
  input: Type.Object({
    uids: Type.Array(Type.Integer({ minimum: 1, maximum: MOST }), {
      title: 'Links',
      description: 'Each `uid`',
      minItems: 1,
      maxItems: MAX_URLS,
    }),
  }),
  output: Shape('StopPreview', {
    unsent: Type.Array(
      Type.Object({
        uid: Type.Integer(),
        job_id: Type.String(),
        again: Type.Boolean({ description: 'It failed before and waits to be sent again' }),
      }),
      { description: 'Links that would not be sent; each refunds 1 index credit' },
    ),
    checks: Count('Check credits refunded besides'),
    left: Count('Links that a supplier has already: they stay under the guarantee'),
    others: Count('Links that are not to be sent in any case'),
  }),
  example: { uids: [9202, 9203] },

  handle({ tx, caller }, { uids }) {
    const ids = linksById(tx, caller, uids).map(({ id }) => id)
    const { unsent, ...rest } = linksToStop(tx, ids)
    return { ...rest, unsent: unsent.map(({ id, job_id, again }) => ({ uid: id, job_id, again: again === 1 })) }
  },
})
