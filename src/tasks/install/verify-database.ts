import { tellPlatform } from '../../domains/mail/index.ts'
import { isVerifyDue, keepVerdict } from '../../kernel/database/integrity-result.ts'
import { runOwn } from '../../kernel/environment/spawn-self.ts'
import type { App } from '../../kernel/operation/app.ts'
import { task, taskName } from '../../kernel/scheduling/task.ts'
import { HOUR, MINUTE, plus } from '../../kernel/time/clock.ts'

/** Not right after a start, when there is enough other work. */
const AFTER_START = 10 * MINUTE
const LONGEST = 6 * HOUR
const ADVICE =
  'Check the disk and keep a copy of the data folder, which holds what came after the last backup. Then stop the install and restore that backup.'

export const verifyDatabaseTask = task({
  name: taskName('verify_database'),
  every: HOUR,
  summary: 'Checks the whole database and its books once a day.',
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

/** Uses a separate process, since it reads the whole file. */
async function look(app: App, signal: AbortSignal): Promise<string | null> {
  const ended = app.db.storage.reading('the daily check of the database')
  const env = { SIGNALPOST_DATA_DIR: app.config.data_dir }
  const { code, out, err } = await runOwn(['verify', '--json'], env, signal).finally(ended)
  if (code !== 0 && code !== 3) throw new Error(err.trim().slice(0, 300) || `the check ended with ${code}`)
  return (JSON.parse(out) as { damage: string | null }).damage
}
