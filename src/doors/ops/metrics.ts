import { statSync } from 'node:fs'
import { type AnyElysia, Elysia } from 'elysia'
import { roomIn } from '../../kernel/database/storage.ts'
import { openErrors } from '../../kernel/environment/errors.ts'
import { metricsText } from '../../kernel/environment/metrics.ts'
import type { App } from '../../kernel/operation/app.ts'
import { stalls } from '../../kernel/scheduling/watchdog.ts'
import { hashSecret } from '../../kernel/secrets/ids.ts'
import { isSame } from '../../kernel/secrets/signatures.ts'
import { between, SECOND } from '../../kernel/time/clock.ts'
import { unattendedConnections } from '../../kernel/web-fetch/http/connection.ts'
import { appOf } from '../door-base.ts'

/** `/metrics` for Prometheus, for who has the token of SIGNALPOST_METRICS_TOKEN. Without one it is not there. */
export const metrics = (): AnyElysia =>
  new Elysia({ name: 'metrics' }).get('/metrics', ({ request }) => {
    const app = appOf(request)
    const { metrics_token: token } = app.config
    if (!token) return new Response('Not found\n', { status: 404 })
    if (!same(request.headers.get('authorization') ?? '', `Bearer ${token}`))
      return new Response('Send the token as Authorization: Bearer.\n', {
        status: 401,
        headers: { 'www-authenticate': 'Bearer realm="metrics"' },
      })
    return new Response(metricsText(valuesOf(app)), {
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
    })
  })

function valuesOf({ db, clock, started_at, config }: App): Parameters<typeof metricsText>[0] {
  const { count, total_ms } = stalls()
  return {
    uptime_seconds: between(started_at, clock.now()) / SECOND,
    database_bytes: sizeOf(db.file),
    database_log_bytes: sizeOf(`${db.file}-wal`),
    disk_free_bytes: roomIn(config.data_dir),
    resident_bytes: process.memoryUsage.rss(),
    loop_stalls: count,
    loop_stalled_seconds: total_ms / SECOND,
    unattended_connections: unattendedConnections(),
    tracked_errors_open: db.read(openErrors),
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Compares hashes, so that the time does not reveal the length. */
const same = (a: string, b: string): boolean => isSame(hashSecret(a), hashSecret(b))
