import Type from 'typebox'
import { CHECK_REPAIRS, WATCHED_DAYS, watchRepairs as watch } from '../index.ts'
import { write } from '../../../kernel/operation/operation.ts'
import { MOST } from '../../../kernel/operation/shape.ts'

export const watchRepairs = write({
  name: 'watch_repairs',
  route: 'POST /repairs',
  role: 'member',
  instead: 'submit_index_job, once the pages are fixed',
  summary: 'Push links again once their page is fixed.',
  description: `The pages are screened twice a day for ${WATCHED_DAYS} days. A page that has no flags any more is pushed again, for 1 index credit. Pages that are watched already are left out.`,
  input: Type.Object({
    uids: Type.Array(Type.Integer({ minimum: 1, maximum: MOST }), {
      title: 'Links',
      description: 'Links that were not indexed, flagged or failed',
      minItems: 1,
      maxItems: 200,
    }),
  }),
  output: Type.Object({
    watched: Type.Integer({ minimum: 0, description: 'Pages that are watched from this call on' }),
  }),
  example: { uids: [9003] },
  faults: ['conflict', 'not_found'],

  handle({ tx, app, caller, changed }, { uids }) {
    const done = watch(tx, caller, uids)
    const watched = done.reduce((sum, { watched }) => sum + watched, 0)
    if (watched > 0) tx.afterCommit(() => app.wake(CHECK_REPAIRS))
    for (const { tenant_id, ...after } of done) if (after.watched > 0) changed({ tenant_id, after })
    return { watched }
  },
})
