import { type AnyElysia, Elysia } from 'elysia'
import { migrations } from '../../../migrations/index.ts'
import { LEAST_ROOM } from '../../kernel/database/data-folder.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { lastDamage } from '../../kernel/database/integrity-result.ts'
import { schemaVersion } from '../../kernel/database/migrate.ts'
import { roomIn } from '../../kernel/database/storage.ts'
import type { App } from '../../kernel/operation/app.ts'
import { codeOf } from '../../kernel/operation/fault.ts'
import { heldInWords, heldRestore } from '../../kernel/scheduling/restored.ts'
import { MINUTE, plus } from '../../kernel/time/clock.ts'
import { clockDoubt, DOUBT_ADVICE, doubtInWords, noticeJump } from '../../kernel/time/clock-doubt.ts'
import type { Scheduler } from './scheduler.ts'

/** `/healthz`: the process answers. `/readyz` and `/up`: it can do its work, else 503 with the reason, in words. */
export function health(app: App, scheduler: Scheduler): AnyElysia {
  const ready = () => {
    const disk = diskTrouble(app)
    const clock = readable(() => clockTrouble(app), null)
    const damage = readable(() => app.db.read(lastDamage), null)
    const schema = readable(() => app.db.read((tx) => schemaVersion(tx)), 0)
    const checks = {
      disk: disk === null,
      clock: clock === null,
      intact: damage === null,
      database: schema > 0,
      migrations: schema === migrations.length,
      scheduler: scheduler.alive(),
    }
    const fine = Object.values(checks).every(Boolean)
    const { state, why } = app.db.storage.state
    const held = state === 'held' ? why : null
    const restored = readable(() => app.db.read(heldRestore), null)
    const reasons = [
      disk,
      held,
      clock,
      restored && heldInWords(restored),
      damage && `the database is damaged: ${damage}`,
    ].filter((why) => why !== null)
    const stopped = readable(() => app.db.read(stoppedEngines), [])
    return Response.json(
      { ready: fine, passive: app.config.passive, checks, reasons, stopped },
      { status: fine ? 200 : 503 },
    )
  }
  return new Elysia({ name: 'health' })
    .get('/healthz', () => Response.json({ alive: true, version: app.version }))
    .get('/readyz', ready)
    .get('/up', ready)
}

/**
 * Slots of check engines that refuse all checks. The install itself can work, so it stays ready. Anybody may read this,
 * so the vendor and its words are left out.
 */
const stoppedEngines = (tx: ReadTx): string[] =>
  tx
    .rows<{ slot: string }>(
      "select substr(name, 8) as slot from supply_stops where name glob 'engine:*' and since <= ? order by name",
      plus(tx.now, -STOPPED),
    )
    .map(({ slot }) => slot)

const STOPPED = 15 * MINUTE

/** Checked at each request, since an install that writes nothing would not notice. */
function diskTrouble({ db, config }: App): string | null {
  const { state, why } = db.storage.state
  if (state === 'broken') return why
  try {
    return state === 'full' || roomIn(config.data_dir) < LEAST_ROOM ? 'the disk is full' : null
  } catch (error) {
    return `the data folder cannot be seen: ${codeOf(error)}`
  }
}

function clockTrouble(app: App): string | null {
  noticeJump(app)
  const doubt = app.db.read(clockDoubt)
  return doubt && `${doubtInWords(doubt)} ${DOUBT_ADVICE}`
}

/** A database that cannot be read is said by `database` alone. */
function readable<T>(look: () => T, otherwise: T): T {
  try {
    return look()
  } catch {
    return otherwise
  }
}
