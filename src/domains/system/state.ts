import type { Static } from 'typebox'
import { isLocked } from '../../features/backups/backup-file.ts'
import { lastProved, nextBackup, recent } from '../../features/backups/backup-log.ts'
import { byHand } from '../../features/backups/by-hand.ts'
import { paymentState } from '../../features/billing/index.ts'
import { programState } from '../../features/releases/program.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { schemaVersion } from '../../kernel/database/migrate.ts'
import { openErrors } from '../../kernel/environment/errors.ts'
import type { App } from '../../kernel/operation/app.ts'
import { lastRuns, type Task } from '../../kernel/scheduling/task.ts'
import { stalls } from '../../kernel/scheduling/watchdog.ts'
import { between, plus, SECOND } from '../../kernel/time/clock.ts'
import { emailSettings } from '../mail/index.ts'
import { crawlStatus } from '../providers/index.ts'
import { bytesOf, diskState } from './disk.ts'
import type { SystemState } from './system-shape.ts'

/** The present state of the install. */
export async function systemState(app: App): Promise<Static<typeof SystemState>> {
  const geo = await app.geoip.about()
  return app.db.read((tx) => ({
    version: app.version,
    ...programState(tx, app),
    started_at: app.started_at,
    uptime_s: Math.floor(between(app.started_at, tx.now) / SECOND),
    passive: app.config.passive,
    database: databaseState(tx, app),
    disk: diskState(app),
    backups: backupState(tx, app),
    tasks: app.tasks.map((task) => taskState(tx, app, task)),
    crawl: crawlState(tx),
    smtp: smtpState(tx),
    payments: paymentState(tx, app.config),
    loop: loopState(),
    errors_open: openErrors(tx),
    geo,
  })) as Static<typeof SystemState>
}

function databaseState(tx: ReadTx, { db }: App) {
  const page = tx.number('pragma page_size')
  const checked = recent(tx, 1)[0]
  const damaged = checked?.error?.includes('is damaged') ? checked.error : null
  const sound = lastProved(tx)
  return {
    bytes: bytesOf(db.file),
    log_bytes: bytesOf(`${db.file}-wal`),
    free_bytes: page * tx.number('pragma freelist_count'),
    schema: schemaVersion(tx),
    checked_at: damaged ? checked!.started_at : (sound?.started_at ?? null),
    damage: damaged,
  }
}

const MOST_SHOWN = 30

function backupState(tx: ReadTx, { config }: App) {
  const on = config.backup_keep > 0 && !config.passive
  const nightly = recent(tx, MOST_SHOWN)
  const made = [...nightly, ...byHand(config).filter(({ name }) => nightly.every((row) => row.name !== name))]
    .sort((a, b) => (a.started_at < b.started_at ? 1 : -1))
    .slice(0, MOST_SHOWN)
  const last = made.find(({ state }) => state === 'proved' || state === 'gone') ?? lastProved(tx)
  const [newest] = nightly
  return {
    place: config.backup_to || 'backups',
    keep: config.backup_keep,
    encrypted: isLocked({ passphrase: config.backup_passphrase, recipients: config.backup_recipient }),
    last_at: last?.started_at ?? null,
    last_restored_at: last?.finished_at ?? null,
    error: newest?.state === 'failed' ? newest.error : null,
    next_at: on ? nextBackup(tx) : null,
    recent: made.map((row) => ({ ...row, encrypted: row.encrypted === 1 })),
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
