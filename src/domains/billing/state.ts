import type { ReadTx } from '../../kernel/database/database.ts'
import type { Config } from '../../kernel/environment/config.ts'
import { modeOf } from './figures.ts'

/** The payment mode, and the number of waiting payments and requests. */
export const paymentState = (tx: ReadTx, config: Config) => ({
  mode: modeOf(config),
  webhook: config.stripe_secret_key !== '' && config.stripe_webhook_secret !== '',
  last_event_at: tx.row<{ at: string | null }>('select max(received_at) as at from stripe_events')?.at ?? null,
  waiting: tx.count(
    `select (select count(*) from payments where next_look_at is not null)
       + (select count(*) from stripe_events where outcome = 'waiting')
       + (select count(*) from money_back where next_attempt_at is not null)`,
  ),
})
