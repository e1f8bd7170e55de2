import Type from 'typebox'
import { MOST_COUNTED, readQueue } from '../../../domains/attention/index.ts'
import { hastenLooks, TAKE_LOOKS } from '../../../domains/checks/index.ts'
import { GRANT_PLAN_CREDITS } from '../../../domains/credits/index.ts'
import { SEND_INDEXNOW } from '../../../domains/indexnow/index.ts'
import { hastenBatches, SEND_LINKS } from '../../../domains/providers/index.ts'
import { ADVANCE_PUSHES, RECHECK_LINKS } from '../../../domains/pushes/index.ts'
import { outbound } from '../../../kernel/operation/operation.ts'
import { endPauses } from '../../../kernel/scheduling/quota.ts'
import { WATCH_CLOCK } from '../../../kernel/time/clock-doubt.ts'

/** In the order of the work: the result of one task may be work for the next. */
const STEPS = [WATCH_CLOCK, GRANT_PLAN_CREDITS, ADVANCE_PUSHES, SEND_LINKS, SEND_INDEXNOW, RECHECK_LINKS, TAKE_LOOKS]

export const runBillingTick = outbound({
  name: 'run_billing_tick',
  route: 'POST /billing/tick',
  role: 'platform',
  summary: 'Run everything that is due now: monthly credits, sending, guarantee checks, settling.',
  description: 'It also wakes batches that wait for a supplier.',
  input: Type.Object({}),
  output: Type.Object({
    jobs_open: Type.Integer(),
    links_watched: Type.Integer(),
    batches_waiting: Type.Integer(),
    looks_open: Type.Integer({ description: `Counted up to ${MOST_COUNTED}` }),
  }),
  example: {},

  async handle({ app, signal, read, write }) {
    write((tx) => {
      hastenBatches(tx)
      endPauses(tx)
      hastenLooks(tx)
      return null
    })
    for (const step of [...STEPS, ...STEPS]) if (!app.config.passive) await app.runTask(step, signal)
    return read(readQueue)
  },
})
