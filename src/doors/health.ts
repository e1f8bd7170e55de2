import { type AnyElysia, Elysia } from 'elysia'
import { migrations } from '../../migrations/index.ts'
import type { App } from '../kernel/app.ts'
import { LEAST_ROOM, roomIn } from '../kernel/data-folder.ts'
import { codeOf } from '../kernel/fault.ts'
import { schemaVersion } from '../kernel/migrate.ts'
import type { Scheduler } from './scheduler.ts'

/** `/healthz`: the process answers. `/readyz` and `/up`: it can do its work, else 503 with what is wrong, in words. */
export function health(app: App, scheduler: Scheduler): AnyElysia {
  const ready = () => {
    const disk = diskTrouble(app)
    const checks = {
      disk: disk === null,
      database: works(() => app.db.read((tx) => schemaVersion(tx)) > 0),
      migrations: works(() => app.db.read((tx) => schemaVersion(tx)) === migrations.length),
      scheduler: scheduler.alive(),
    }
    const fine = Object.values(checks).every(Boolean)
    const reasons = [disk].filter((why) => why !== null)
    return Response.json({ ready: fine, passive: app.config.passive, checks, reasons }, { status: fine ? 200 : 503 })
  }
  return new Elysia({ name: 'health' })
    .get('/healthz', () => Response.json({ alive: true, version: app.version }))
    .get('/readyz', ready)
    .get('/up', ready)
}

/** Asked anew each time, since an install that writes nothing would not notice. */
function diskTrouble({ db, config }: App): string | null {
  const { state, why } = db.storage.state
  if (state === 'broken') return why
  try {
    return state === 'full' || roomIn(config.data_dir) < LEAST_ROOM ? 'the disk is full' : null
  } catch (error) {
    return `the data folder cannot be seen: ${codeOf(error)}`
  }
}

function works(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
