import { type AnyElysia, Elysia } from 'elysia'
import { migrations } from '../../migrations/index.ts'
import type { App } from '../kernel/app.ts'
import { schemaVersion } from '../kernel/migrate.ts'
import type { Scheduler } from './scheduler.ts'

/** `/healthz`: the process answers. `/readyz` and `/up`: it can do its work, else 503 with what is wrong. */
export function health(app: App, scheduler: Scheduler): AnyElysia {
  const ready = () => {
    const checks = {
      database: works(() => app.db.read((tx) => schemaVersion(tx)) > 0),
      migrations: works(() => app.db.read((tx) => schemaVersion(tx)) === migrations.length),
      scheduler: scheduler.alive(),
    }
    const fine = Object.values(checks).every(Boolean)
    return Response.json({ ready: fine, passive: app.config.passive, checks }, { status: fine ? 200 : 503 })
  }
  return new Elysia({ name: 'health' })
    .get('/healthz', () => Response.json({ alive: true, version: app.version }))
    .get('/readyz', ready)
    .get('/up', ready)
}

function works(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
