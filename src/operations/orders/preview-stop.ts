import Type from 'typebox'
import { linksInReach } from '../../domains/jobs/index.ts'
import { linksToStop } from '../../domains/pushes/index.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count, MAX_URLS, MOST } from '../../kernel/operation/shape.ts'
import { pause } from '../../kernel/scheduling/pause.ts'
import { LINKS_A_STEP } from '../../kernel/scheduling/steps.ts'

export const previewStop = outbound({
  name: 'preview_stop',
  route: 'POST /orders/stop-preview',
  role: 'member',
  harmless: true,
  instead: 'cancel_job, which answers how many it cancelled',
  summary: 'Preview of cancelling these links, link by link; cancel_job with `url_ids` does it for each job.',
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

  local: true,

  async handle({ caller, read }, { uids }) {
    const sum = { unsent: [] as { uid: number; job_id: string; again: boolean }[], checks: 0, left: 0, others: 0 }
    for (let from = 0; from < uids.length; from += LINKS_A_STEP, await pause()) {
      const some = uids.slice(from, from + LINKS_A_STEP)
      const { unsent, checks, left, others } = read((tx) => linksToStop(tx, linksInReach(tx, caller, some)))
      for (const { id, job_id, again } of unsent) sum.unsent.push({ uid: id, job_id, again: again === 1 })
      sum.checks += checks
      sum.left += left
      sum.others += others
    }
    return sum
  },
})
