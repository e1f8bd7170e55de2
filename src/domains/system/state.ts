import type { Static } from 'typebox'
import type { ReadTx } from '../../kernel/database/database.ts'
import { schemaVersion } from '../../kernel/database/migrate.ts'
import { openErrors } from '../../kernel/environment/errors.ts'
import { programIn } from '../../kernel/environment/program.ts'
import type { App, Install } from '../../kernel/operation/app.ts'
import { lastRuns, type Task } from '../../kernel/scheduling/task.ts'
import { stalls } from '../../kernel/scheduling/watchdog.ts'
import { between, plus, SECOND } from '../../kernel/time/clock.ts'
import { emailSettings } from '../mail/index.ts'
import { crawlStatus } from '../providers/index.ts'
import { bytesOf, diskState } from './disk.ts'
import type { ProgramState, SystemState } from './system-shape.ts'

type State = Static<typeof SystemState>
/** The last check of the whole database that a backup made. */
type Checked = Pick<State['database'], 'checked_at' | 'damage'>

/** Parts of the state that features know. */
export type StateOfFeatures = {
  backups(tx: ReadTx, app: Install): State['backups'] & { checked: Checked }
  payments(tx: ReadTx, app: Install): State['payments']
  update(tx: ReadTx, app: Install): State['update']
  /** The version of a recent update that brought changes for the people of an agency. */
  news(tx: ReadTx, app: Install): string | null
}

export const WITHOUT_FEATURES: StateOfFeatures = {
  backups: () => ({
    ...{ place: '', keep: 0, encrypted: false, last_at: null, last_restored_at: null, error: null, next_at: null },
    ...{ recent: [], checked: { checked_at: null, damage: null } },
  }),
  payments: () => ({ mode: 'manual', webhook: false, last_event_at: null, waiting: 0 }),
  update: () => null,
  news: () => null,
}

declare module '../../kernel/operation/app.ts' {
  interface Install {
    state: StateOfFeatures
  }
}

/** Which program runs, and whether a newer one is published. */
export function programState(tx: ReadTx, app: Install): Static<typeof ProgramState> {
  const program = programIn(tx)
  const update = app.state.update(tx, app)
  return {
    version: app.version,
    previous_version: program?.previous ?? null,
    updated_at: program?.updated_at ?? null,
    update,
  }
}

/** The present state of the install. */
export async function systemState(app: App): Promise<State> {
  const geo = await app.geoip.about()
  return app.db.read((tx) => {
    const { checked, ...backups } = app.state.backups(tx, app)
    return {
      ...programState(tx, app),
      started_at: app.started_at,
      uptime_s: Math.floor(between(app.started_at, tx.now) / SECOND),
      passive: app.config.passive,
      database: databaseState(tx, app, checked),
      disk: diskState(app),
      backups,
      tasks: app.tasks.map((task) => taskState(tx, app, task)),
      crawl: crawlState(tx),
      smtp: smtpState(tx),
      payments: app.state.payments(tx, app),
      loop: loopState(),
      errors_open: openErrors(tx),
      geo,
    }
  }) as State
}

function databaseState(tx: ReadTx, { db }: App, { checked_at, damage }: Checked) {
  const page = tx.number('pragma page_size')
  return {
    bytes: bytesOf(db.file),
    log_bytes: bytesOf(`${db.file}-wal`),
    free_bytes: page * tx.number('pragma freelist_count'),
    schema: schemaVersion(tx),
    checked_at,
    damage,
  }
}

function taskState(tx: ReadTx, { config, started_at }: App, { name, summary, every }: Task) {
  const { last, failed } = lastRuns(tx, name)
  return {
    name,
    summary,
    every_s: every / SECOND,
    last_at: last?.started_at ?? null,
    took_ms: last ? between(last.started_at, last.finished_at) : null,
    done: last?.done ?? null,
    next_at: config.passive ? null : plus(last && last.started_at > started_at ? last.started_at : started_at, every),
    failed_at: failed?.started_at ?? null,
    error: failed?.error ?? null,
  }
}

function crawlState(tx: ReadTx) {
  const { routes } = crawlStatus(tx)
  const of = (route: 'primary' | 'fallback') => {
    const one = routes[route]
    return one && { adapter: one.adapter, status: one.status, last_error: one.last_errors[0] ?? null }
  }
  return { primary: of('primary'), fallback: of('fallback') }
}

function smtpState(tx: ReadTx) {
  const { configured, host, port } = emailSettings(tx)
  return { configured, host, port, waiting: tx.count('select count(*) from mails where next_attempt_at is not null') }
}

function loopState() {
  const { count, total_ms, longest, recent: latest } = stalls()
  return { stalls: count, stalled_ms: total_ms, longest_ms: longest?.ms ?? null, last_at: latest.at(-1)?.at ?? null }
}
