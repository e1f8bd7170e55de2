/** Sends new rows to sinks. Each has its place in the trail, so writes never wait, and nothing is skipped. */
import type { Tx } from '../../kernel/database/database.ts'
import { setGauge } from '../../kernel/environment/metrics.ts'
import { packSaid } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import { runDueWork } from '../../kernel/scheduling/due-work.ts'
import { pause } from '../../kernel/scheduling/pause.ts'
import { pauseAfter } from '../../kernel/scheduling/retries.ts'
import { plus, SECOND } from '../../kernel/time/clock.ts'
import { dueSinks, nextBatch, type SinkBatch } from './batch.ts'
import { deliver, type SinkOutcome } from './deliver.ts'

/** Half of them are for one agency: its sinks that hang leave room for those of others. */
const LANES = 16
/** Batches to one sink in a run; the rest follows in the next run. */
const MOST_BATCHES = 40

/** Serves each sink with new rows once; returns the number of rows. */
export async function streamAudit(app: App, signal: AbortSignal): Promise<number> {
  const served = new Set<string>()
  const rows = await runDueWork(signal, {
    lanes: LANES,
    poll: SECOND,
    due: () => app.db.read((tx) => dueSinks(tx).filter(({ id }) => !served.has(id))),
    work: ({ id }) => drain(app, id, signal).finally(() => served.add(id)),
  })
  setGauge('audit_stream_lag_rows', app.db.read(lagOf))
  return rows
}

async function drain(app: App, id: string, signal: AbortSignal): Promise<number> {
  let rows = 0
  for (let n = 0; n < MOST_BATCHES && !signal.aborted; n++) {
    const batch = app.db.read((tx) => nextBatch(tx, app.sealer, id))
    if (!batch) break
    const outcome = batch.lines.length ? await deliver(app, batch, signal) : TAKEN
    app.db.write((tx) => settle(tx, batch, outcome))
    if (outcome.error !== null) break
    rows += batch.lines.length
    await pause()
  }
  return rows
}

const TAKEN: SinkOutcome = { error: null }

/** Moves the place of a sink, unless it was changed or deleted meanwhile; after a failure it waits longer each time. */
function settle(tx: Tx, { sink, lines, to, lost }: SinkBatch, { error, busy }: SinkOutcome): void {
  const { id, cursor_seq } = sink
  if (error === null)
    tx.run(
      `update audit_sinks set cursor_seq = ?, sent_rows = sent_rows + ?, lost_rows = lost_rows + ?, failures = 0,
         failing_since = null, last_error = null, last_ok_at = iif(?, ?, last_ok_at) where id = ? and cursor_seq = ?`,
      ...[to, lines.length, lost, lines.length, tx.now, id, cursor_seq],
    )
  else if (busy)
    tx.run('update audit_sinks set next_attempt_at = ? where id = ?', plus(tx.now, pauseAfter('audit_stream', 1)), id)
  else
    tx.run(
      `update audit_sinks set failures = failures + 1, failing_since = coalesce(failing_since, ?), last_error = ?,
         next_attempt_at = ? where id = ?`,
      ...[tx.now, packSaid(error), plus(tx.now, pauseAfter('audit_stream', sink.failures + 1)), id],
    )
}

const lagOf = (tx: { number(sql: string): number }): number =>
  tx.number(
    `select coalesce(max(newest - cursor_seq), 0) from audit_sinks, (select max(seq) as newest from audit)
     where state = 'on'`,
  )
