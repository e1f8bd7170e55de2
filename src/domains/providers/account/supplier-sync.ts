import type { Tx } from '../../../kernel/database/database.ts'
import { inPlainEnglish } from '../../../kernel/language/say.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { plus, SECOND } from '../../../kernel/time/clock.ts'
import { TEST_CALL } from '../../../kernel/web-fetch/adapter.ts'
import { syncBatches } from '../batches/sync.ts'
import { noSupplier, openRoute } from '../settings.ts'
import { renewSignIn } from './renewal.ts'
import { type StoredSupplier, throwAsFault, writeSupplier } from './supplier.ts'

type Write = (work: (tx: Tx) => StoredSupplier) => StoredSupplier

/** The caller waits; a longer sync stays due for the background task. */
const PATIENCE = 30 * SECOND
const AT_ONCE = 20

/** Renews a sign-in that is about to expire, then fetches the balance and the reports of open batches. */
export async function syncAccount(app: App, signal: AbortSignal, write: Write): Promise<void> {
  await renewSignIn(app).catch(throwAsFault)
  const route = app.db.read((tx) => openRoute(tx, app, 'primary', TEST_CALL))
  const balance = await route?.balance(signal)
  app.db.write((tx) => tx.run('update batches set report_due_at = ? where report_due_at is not null', tx.now))
  const batches = await syncDue(app, signal)
  write((tx) =>
    writeSupplier(tx, {
      synced: {
        at: tx.now,
        ok: balance?.ok ?? false,
        message: balance?.message ?? inPlainEnglish(noSupplier('primary')),
        credits: balance?.credits ?? null,
        batches,
      },
    }),
  )
}

async function syncDue(app: App, signal: AbortSignal): Promise<number> {
  const until = plus(app.clock.now(), PATIENCE)
  let batches = 0
  let n = AT_ONCE
  while (n === AT_ONCE && !signal.aborted && app.clock.now() < until) {
    n = await syncBatches(app, signal, { at_most: AT_ONCE })
    batches += n
  }
  return batches
}
