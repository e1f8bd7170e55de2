/** One delivery: a signed POST with lines of JSON, or messages to a syslog server. */

import type { ExportLine } from '../../domains/system/index.ts'
import { partyIn } from '../../domains/tenants/index.ts'
import { type Said, said } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import { hmacSignature } from '../../kernel/secrets/webhook-signatures.ts'
import { millis, SECOND } from '../../kernel/time/clock.ts'
import { SafeFetchError } from '../../kernel/web-fetch/safe-fetch.ts'
import { SyslogError } from '../../kernel/web-fetch/syslog.ts'
import { type SyslogAddress, syslogAddress } from './address.ts'
import type { SinkBatch } from './batch.ts'
import { sinkSecrets } from './sinks.ts'
import { frameOf } from './syslog.ts'
import type { SinkRow } from './tables.ts'

const TIMEOUT = 15 * SECOND
/** Actions that more people want to see. */
const WARNS = /^(sign_in_failed|refused|throttled|invalid_flood|signature_refused|start_workspace_view|forget_audit)$/

/** `error` is for people, null when the rows were taken. `busy`: this install had no room for an attempt. */
export type SinkOutcome = { error: Said | null; busy?: true }
type SinkApp = Pick<App, 'fetch' | 'sendSyslog' | 'sealer' | 'config' | 'clock' | 'db'>

export function deliver(app: SinkApp, { sink, lines, end }: SinkBatch, signal: AbortSignal): Promise<SinkOutcome> {
  const address = syslogAddress(sink.url)
  if (!address) {
    const id = `${sink.id}-${lines[0]!.row.seq}-${lines.at(-1)!.row.seq}`
    return post(app, sink, { id, body: lines.map(({ text }) => text).join('') + end }, signal)
  }
  const host = new URL(app.config.site_url).hostname
  const closing = frameOf({ at: app.clock.now(), host, id: 'audit_part', data: {}, warns: false }, end.trimEnd())
  return bySyslog(app, sink, address, lines.map((line) => frameOfRow(line, host)).join('') + closing, signal)
}

/** Sends a line that is no row, so that people see whether it arrives. */
export function deliverTest(app: SinkApp, sink: SinkRow, signal: AbortSignal): Promise<SinkOutcome> {
  const at = app.clock.now()
  const text = JSON.stringify({ test: 'This is a test of the audit stream.', at })
  const address = syslogAddress(sink.url)
  if (!address) return post(app, sink, { id: `${sink.id}-test-${millis(at)}`, body: `${text}\n` }, signal)
  const host = new URL(app.config.site_url).hostname
  return bySyslog(app, sink, address, frameOf({ at, host, id: 'audit_test', data: {}, warns: false }, text), signal)
}

function frameOfRow({ row, text }: ExportLine, host: string): string {
  const { action, at } = row as { action: string; at: string }
  const { actor, ip } = JSON.parse(text) as { actor: string | null; ip: string | null }
  const data = { seq: row.seq, tenant: row.tenant_id, actor, target: row.target, ip, req: row.request_id }
  return frameOf({ at, host, id: action, data, warns: WARNS.test(action) }, text.trimEnd())
}

async function bySyslog(
  app: SinkApp,
  { ca }: SinkRow,
  { host, port }: SyslogAddress,
  frames: string,
  signal: AbortSignal,
) {
  try {
    await app.sendSyslog({ host, port, ca }, frames, signal)
    return { error: null }
  } catch (error) {
    if (error instanceof SyslogError) return { error: error.said }
    throw error
  }
}

async function post(
  app: SinkApp,
  sink: SinkRow,
  sent: { id: string; body: string },
  signal: AbortSignal,
): Promise<SinkOutcome> {
  const { secret, authorization } = sinkSecrets(app.sealer, sink)
  const timestamp = Math.floor(millis(app.clock.now()) / SECOND)
  const { tenant_id } = sink
  const party = tenant_id === null ? undefined : app.db.read((tx) => partyIn(tx, tenant_id))
  try {
    const { status } = await app.fetch(sink.url, {
      method: 'POST',
      headers: {
        ...(authorization === null ? {} : { authorization }),
        'content-type': 'application/x-ndjson',
        'webhook-id': sent.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': hmacSignature(secret!, { ...sent, timestamp }),
      },
      body: sent.body,
      max_body: 64 * 1024,
      on_too_large: 'truncate',
      hop_timeout_ms: TIMEOUT,
      total_timeout_ms: TIMEOUT,
      ...(party ? { party } : {}),
      signal,
    })
    if (status >= 200 && status < 300) return { error: null }
    return {
      error:
        status >= 300 && status < 400
          ? said('Answered {status}: redirects are not followed.', { status: `${status}` })
          : said('Answered {status}.', { status: `${status}` }),
    }
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    const unreached = said('Not reached: {why}.', { why: error.said })
    if (error.code === 'busy') return { error: unreached, busy: true }
    return { error: error.code === 'timeout' ? said('No answer within 15 seconds.') : unreached }
  }
}
