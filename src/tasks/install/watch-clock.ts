import { tellPlatform } from '../../domains/mail/index.ts'
import type { App } from '../../kernel/operation/app.ts'
import { inSteps } from '../../kernel/scheduling/steps.ts'
import { task } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'
import {
  clockDoubt,
  DOUBT_ADVICE,
  type Doubt,
  doubtInWords,
  keepTime,
  noteDoubt,
  noteRepaired,
  takeConfirmation,
  trustClock,
  WATCH_CLOCK,
} from '../../kernel/time/clock-doubt.ts'

export const watchClockTask = task({
  name: WATCH_CLOCK,
  every: MINUTE,
  summary: 'Keeps the time, reports when it cannot be right, and corrects times that a wrong clock wrote.',
  in_doubt: true,

  async run(app, signal) {
    if (takeConfirmation(app.config.data_dir)) {
      app.db.write((tx) => trustClock(tx) as undefined)
      app.log.info('the operator confirmed the clock', { now: app.clock.now() })
    }
    const doubt = app.db.read(clockDoubt)
    if (doubt) return tell(app, doubt)
    const { ended, repair } = app.db.write(keepTime)
    if (repair) await repairAll(app, signal)
    if (ended) {
      app.log.info('the clock is in order again: everything goes on')
      for (const { name } of app.tasks) if (name !== WATCH_CLOCK) app.wake(name)
    }
    return 0
  },
})

function tell(app: App, doubt: Doubt): number {
  const what = doubtInWords(doubt)
  const facts = { what, advice: DOUBT_ADVICE }
  const isNew = app.db.write((tx) => {
    if (!noteDoubt(tx, doubt)) return false
    tellPlatform(tx, app, { ref: `clock ${doubt.now}`, facts, link: `${app.config.site_url}/app/platform/clock` })
    return true
  })
  if (isNew) app.log.error(`${what} ${DOUBT_ADVICE}`)
  return isNew ? 1 : 0
}

/** Runs before any work uses these times. */
async function repairAll(app: App, signal: AbortSignal): Promise<void> {
  for (const { what, repair } of app.clock_repairs) {
    const rows = await inSteps(app.db, signal, repair)
    if (rows) app.log.warn('times in the future were set right', { what, rows })
  }
  if (!signal.aborted) app.db.write((tx) => noteRepaired(tx) as undefined)
}
