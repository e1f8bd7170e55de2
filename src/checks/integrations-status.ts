import { ENGINES, type EngineSlot } from '../jobs/index.ts'
import { dayOf } from '../kernel/clock.ts'
import type { ReadTx } from '../kernel/database.ts'
import { countOfDay } from '../kernel/limits.ts'
import { secretHint } from '../kernel/settings.ts'
import { engineSecretName, integrations } from './settings.ts'

/** The check engines as the operator sees them: adapter, cap, what today used and cost. Secrets by their last four characters. */
export function integrationsStatus(tx: ReadTx) {
  return { engines: Object.fromEntries(ENGINES.map((slot) => [slot, slotStatus(tx, slot)])) }
}

function slotStatus(tx: ReadTx, slot: EngineSlot) {
  const stored = integrations(tx).engines[slot]
  if (!stored) return null
  const today = dayOf(tx.now)
  const spent = tx.row<{ usd: number }>(
    'select coalesce(sum(cost_usd), 0) as usd from looks where engine = ? and finished_at >= ?',
    slot,
    `${today}T00:00:00.000Z`,
  )!
  return {
    ...stored,
    simulated: stored.adapter === 'simulated',
    login: secretHint(tx, engineSecretName(slot, 'login')),
    password: secretHint(tx, engineSecretName(slot, 'password')),
    api_key: secretHint(tx, engineSecretName(slot, 'api_key')),
    used_today: countOfDay(tx, `looks:${slot}`, today),
    spent_today_usd: Math.round(spent.usd * 10_000) / 10_000,
    open_looks: tx.row<{ n: number }>("select count(*) as n from looks where engine = ? and state <> 'done'", slot)!.n,
  }
}
