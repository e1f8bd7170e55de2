/** Makes free checks, a few at a time, after all paid work. */

import { eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/database/database.ts'
import { text } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import { checkDomain, checkPage } from './live.ts'
import { toolOf } from './submit.ts'
import { type FreeCheckRow, freeChecks } from './tables.ts'
import { type FreeCheckOutcome, xrayPage } from './xray.ts'

const LANES = 4
/** Milliseconds between reads of new orders. */
const GLANCE = 200
const INTERRUPTED = text('The check was interrupted. Try again.')

/** Makes every waiting check. Returns how many were done. */
export async function takeFreeChecks(app: App, signal: AbortSignal): Promise<number> {
  app.db.write(endInterrupted)
  const busy = new Set<Promise<void>>()
  let done = 0
  for (;;) {
    while (busy.size < LANES && !signal.aborted) {
      const check = app.db.write(begin)
      if (!check) break
      const work = takeOne(app, check, signal).finally(() => busy.delete(work))
      busy.add(work)
      done++
    }
    if (busy.size === 0) return done
    await Promise.race([...busy, Bun.sleep(GLANCE)])
  }
}

/** Nothing runs at the start of the task: a page is checked again; a search may have been paid for, so it fails. */
function endInterrupted(tx: Tx): number {
  if (!tx.row("select 1 from free_checks where state in ('waiting', 'running') and state = 'running'")) return 0
  tx.run(
    `update free_checks set state = 'failed', failure = ?, finished_at = ?
     where state in ('waiting', 'running') and state = 'running' and kind not in ('xray', 'xray_retry')`,
    INTERRUPTED,
    tx.now,
  )
  return tx.run("update free_checks set state = 'waiting' where state in ('waiting', 'running') and state = 'running'")
}

const begin = (tx: Tx): FreeCheckRow | null =>
  tx.row<FreeCheckRow>(
    `update free_checks set state = 'running' where seq = (
       select seq from free_checks where state in ('waiting', 'running') and state = 'waiting' order by seq limit 1) returning *`,
  )

async function takeOne(app: App, check: FreeCheckRow, signal: AbortSignal): Promise<void> {
  const outcome = await workOn(app, check, signal)
  app.db.write((tx) => {
    const ended: Partial<FreeCheckRow> =
      'result' in outcome
        ? { state: 'done', result: JSON.stringify(outcome.result) }
        : { state: 'failed', failure: outcome.failure }
    tx.orm
      .update(freeChecks)
      .set({ ...ended, finished_at: tx.now })
      .where(eq(freeChecks.seq, check.seq))
      .run()
  })
}

async function workOn(app: App, check: FreeCheckRow, signal: AbortSignal): Promise<FreeCheckOutcome> {
  try {
    const tool = toolOf(check.kind)
    if (tool === 'xray') return await xrayPage(app, check.asked, signal)
    return await (tool === 'lens' ? checkPage(app, check, signal) : checkDomain(app, check, signal))
  } catch (error) {
    if (signal.aborted) return { failure: INTERRUPTED }
    app.log.error('a free check failed', { error, kind: check.kind })
    return { failure: text('The check failed by an error of the server. Try again.') }
  }
}
