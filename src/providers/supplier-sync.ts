import type { App } from '../app.ts'
import type { Tx } from '../kernel/database.ts'
import { renewSignIn } from './renewal.ts'
import { TEST_CALL } from './route.ts'
import { openRoute } from './settings.ts'
import { type StoredSupplier, told, writeSupplier } from './supplier.ts'
import { syncCampaigns } from './sync.ts'

type Write = (work: (tx: Tx) => StoredSupplier) => StoredSupplier

/** Renews a sign-in that is about to end, then fetches the balance and the reports of all batches that are still open. */
export async function syncAccount(app: App, signal: AbortSignal, write: Write): Promise<void> {
  await renewSignIn(app).catch(told)
  const route = app.db.read((tx) => openRoute(tx, app, 'primary', TEST_CALL))
  const balance = await route?.balance(signal)
  app.db.write((tx) => tx.run('update campaigns set report_due_at = ? where report_due_at is not null', tx.now))
  let batches = 0
  for (let n = 1; n > 0 && batches < 1000 && !signal.aborted; batches += n) n = await syncCampaigns(app, signal)
  write((tx) =>
    writeSupplier(tx, {
      synced: {
        at: tx.now,
        ok: balance?.ok ?? false,
        message: balance?.message ?? 'No crawl supplier is connected as primary.',
        credits: balance?.credits ?? null,
        batches,
      },
    }),
  )
}
