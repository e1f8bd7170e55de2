import Type from 'typebox'
import { countJobs } from '../../domains/jobs/index.ts'
import { when } from '../../kernel/list.ts'
import { outbound } from '../../kernel/operation.ts'

/** In the order in which work flows; what one finishes may be work for the next. */
const STEPS = [
  'grant_plan_credits',
  'advance_pushes',
  'send_links',
  'send_indexnow',
  'recheck_links',
  'take_looks',
] as const

export const runBillingTick = outbound({
  name: 'run_billing_tick',
  route: 'POST /billing/tick',
  role: 'platform',
  summary:
    'Run everything that is due now: credits of a new month, sending, guarantee looks, settling. Wakes batches that wait for a supplier.',
  input: Type.Object({}),
  output: Type.Object({
    jobs_open: Type.Integer(),
    links_watched: Type.Integer(),
    batches_waiting: Type.Integer(),
    looks_open: Type.Integer(),
  }),
  example: {},

  async handle({ app, signal, read, write }) {
    write((tx) => {
      tx.run('update campaigns set next_attempt_at = ? where next_attempt_at > ?', tx.now, tx.now)
      tx.run('update quotas set paused_until = null where paused_until is not null')
      return tx.run(
        "update looks set next_attempt_at = ? where state = 'queued' and next_attempt_at > ?",
        tx.now,
        tx.now,
      )
    })
    for (const step of [...STEPS, ...STEPS]) if (!app.config.passive) await app.runJob(step, signal)
    return read((tx) => ({
      jobs_open: countJobs(tx, [when("j.status not in ('done', 'cancelled')")]),
      // The jobs know; to ask all links would take seconds.
      links_watched: tx.count(
        `select coalesce(sum(outcome ->> '$.states.sent'), 0) as n from jobs
         where deleted_at is null and status in ('sending', 'watching', 'cancelled')`,
      ),
      batches_waiting: tx.count('select count(*) as n from campaigns where next_attempt_at is not null'),
      looks_open: tx.count("select count(*) as n from looks where state <> 'done'"),
    }))
  },
})
