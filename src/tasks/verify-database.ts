import { tellPlatform } from '../domains/mail/index.ts'
import type { App } from '../kernel/app.ts'
import { HOUR, MINUTE, plus } from '../kernel/clock.ts'
import { runOwn } from '../kernel/own-program.ts'
import { task, taskName } from '../kernel/task.ts'
import { isVerifyDue, keepVerdict } from '../kernel/verdict.ts'

/** Not while an install starts: there is enough to do. */
const AFTER_START = 10 * MINUTE
const LONGEST = 6 * HOUR
const ADVICE = 'The disk forgets. Look at it, stop the install and restore the last backup onto another one.'

export const verifyDatabaseTask = task({
  name: taskName('verify_database'),
  every: HOUR,
  summary: 'Once a day, looks for bits of the database that are not what was written.',
  in_doubt: true,

  async run(app, signal) {
    if (plus(app.started_at, AFTER_START) > app.clock.now() || !app.db.read(isVerifyDue)) return 0
    const damage = await look(app, AbortSignal.any([signal, AbortSignal.timeout(LONGEST)]))
    app.db.write((tx) => {
      keepVerdict(tx, damage)
      if (damage)
        tellPlatform(tx, app, {
          ref: `damage ${tx.now.slice(0, 10)}`,
          facts: { what: `The database is damaged: ${damage}.`, advice: ADVICE },
          link: `${app.config.site_url}/app`,
        })
      return null
    })
    if (damage) app.log.error(`the database is damaged: ${damage}. ${ADVICE}`)
    return 1
  },
})

/** By a process of its own: it reads the file as it lies on the disk, and holds nobody up. */
async function look(app: App, signal: AbortSignal): Promise<string | null> {
  const { code, out, err } = await runOwn(['verify', '--json'], { SIGNALPOST_DATA_DIR: app.config.data_dir }, signal)
  if (code !== 0 && code !== 3) throw new Error(err.trim().slice(0, 300) || `the look ended with ${code}`)
  return (JSON.parse(out) as { damage: string | null }).damage
}
