import Type from 'typebox'
import { hastenLooks, TAKE_LOOKS } from '../domains/checks/index.ts'
import { GRANT_PLAN_CREDITS } from '../domains/credits/index.ts'
import { MOST_COUNTED, readQueue } from '../domains/figures/index.ts'
import { SEND_INDEXNOW } from '../domains/indexnow/index.ts'
import { countWaitingForClock } from '../domains/jobs/index.ts'
import { hastenBatches, SEND_LINKS } from '../domains/providers/index.ts'
import { ADVANCE_PUSHES, RECHECK_LINKS } from '../domains/pushes/index.ts'
import { releaseHeld, restoredState, SystemState, systemState } from '../domains/system/index.ts'
import { outbound, read, write } from '../kernel/operation/operation.ts'
import { Shape } from '../kernel/operation/schema-names.ts'
import { Count, Moment, Nullable } from '../kernel/operation/shape.ts'
import { endPauses } from '../kernel/scheduling/quota.ts'
import { clockDoubt, doubtInWords, trustClock, WATCH_CLOCK } from '../kernel/time/clock-doubt.ts'

export const confirmClock = write({
  name: 'confirm_clock',
  route: 'POST /system/clock/confirm',
  role: 'platform',
  summary: 'Vouch for the clock of the install: what was held since it stood where it could not be goes on.',
  description:
    'The install holds everything that orders, settles, grants or forgets while its clock is more than 35 days after the latest time it saw, more than an hour before it, or before the program was built.',
  input: Type.Object({}),
  output: Type.Object({ held: Type.Boolean({ description: 'Whether anything was held until now' }), now: Moment }),
  example: {},

  handle({ tx, app, changed }) {
    const doubt = clockDoubt(tx)
    if (doubt) {
      trustClock(tx)
      changed({ target: 'clock', before: { latest: doubt.latest }, after: { latest: tx.now } })
      tx.afterCommit(() => app.wake(WATCH_CLOCK))
    }
    return { held: doubt !== null, now: tx.now }
  },
})

export const getClock = read({
  name: 'get_clock',
  route: 'GET /system/clock',
  role: 'platform',
  summary: 'The state of the clock: whether the install trusts it, and the work that waits if not.',
  input: Type.Object({}),
  output: Shape('ClockState', {
    now: Moment,
    doubt: Nullable(Type.Object({ latest: Moment, message: Type.String() })),
    waiting: Nullable(
      Type.Object(
        {
          pushes: Count('Pushes with links that are not sent yet'),
          links: Count('Links of them'),
          checks: Count('Pushes whose links wait for a check'),
        },
        { description: 'Work that waits for the clock; null while it is trusted' },
      ),
    ),
  }),
  example: {},

  handle({ tx }) {
    const doubt = clockDoubt(tx)
    return {
      now: tx.now,
      doubt: doubt && { latest: doubt.latest, message: doubtInWords(doubt) },
      waiting: doubt && countWaitingForClock(tx),
    }
  },
})

export const getRestored = read({
  name: 'get_restored',
  route: 'GET /system/restored',
  role: 'platform',
  summary: 'Whether the install was restored from a backup, and what waits until it is released.',
  input: Type.Object({}),
  output: Shape('RestoredState', {
    held: Type.Boolean({ description: 'Whether work waits until the install is released' }),
    restored: Nullable(
      Type.Object({
        made_at: Moment,
        restored_at: Moment,
        is_known: Type.Boolean({
          description: 'Whether the replaced database said what went out after the backup, so that it is not repeated',
        }),
        released_at: Nullable(Moment),
      }),
    ),
    waiting: Nullable(
      Type.Object({
        suppliers: Type.Array(Type.String(), { description: 'Crawl suppliers that may have unsent links already' }),
        pushes: Count('Pushes with links that are not sent yet'),
        links: Count('Links of them'),
        letters: Count('E-mails that waited when the backup was made'),
        events: Count('Webhook events that are held'),
      }),
    ),
  }),
  example: {},

  handle: ({ tx, app }) => restoredState(tx, app),
})

export const getSystem = outbound({
  name: 'get_system',
  route: 'GET /admin/system',
  role: 'platform',
  summary: 'The machine room: version, database, disk, backups, scheduled tasks, crawl routes, mail, geo databases.',
  input: Type.Object({}),
  output: SystemState,
  example: {},
  local: true,
  handle: ({ app }) => systemState(app),
})

export const releaseRestored = outbound({
  name: 'release_restored',
  route: 'POST /system/restored/release',
  role: 'platform',
  summary: 'Release a restored install: its orders, e-mails, checks and refunds go on.',
  description:
    'Of each push that is older than the backup, suppliers may have links that the restored data call unsent. `ask` looks an order up at the connected suppliers by its reference before it is sent; `send` sends it at once; `cancel` cancels these links and refunds their credits. Webhook events stay held until somebody sends or drops them.',
  input: Type.Object({
    orders: Type.Enum(['ask', 'send', 'cancel'], {
      title: 'Links that are not sent yet',
      description: 'Links of pushes that are older than the backup',
    }),
    letters: Type.Enum(['send', 'drop'], {
      title: 'E-mails that waited',
      description: 'E-mails that waited when the backup was made; dropped ones can be sent again from the log',
    }),
  }),
  output: Type.Object({
    held: Type.Boolean({ description: 'Whether anything was held until now' }),
    cancelled: Count('Links that will not be sent'),
    dropped: Count('E-mails that will not be sent'),
  }),
  example: { orders: 'ask', letters: 'send' },
  local: true,

  handle: (call, asked) => releaseHeld(call, asked),
})

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
