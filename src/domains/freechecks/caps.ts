/** How much strangers may ask for in a day: by IP address, by network, in all, and in USD. */
import { dayOf, type Time } from '../../kernel/clock.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { readSetting } from '../../kernel/settings.ts'
import { engineInUse } from '../checks/index.ts'
import type { FreeCheckSettings, FreeCheckTotals } from './shapes.ts'

export const FREE_CHECKS_SETTING = 'free_checks'

const DEFAULTS: FreeCheckSettings = {
  enabled: true,
  ip_per_day: 10,
  network_per_day: 30,
  per_day: 1000,
  daily_usd: 1,
  report: true,
}

export const freeCheckSettings = (tx: ReadTx): FreeCheckSettings => ({
  ...DEFAULTS,
  ...readSetting<Partial<FreeCheckSettings>>(tx, FREE_CHECKS_SETTING),
})

/** Where somebody asks from. */
export type From = { ip: string; network: string }

export type Standing = { left: number; why: 'ip' | 'network' | 'day' | null }

/** How many more may be asked from there today, and which cap says so when there are none. */
export function standingOf(tx: ReadTx, { ip, network }: From, settings: FreeCheckSettings): Standing {
  const rooms = [
    { why: 'ip', left: settings.ip_per_day - countOf(tx, 'ip', ip, settings.ip_per_day) },
    { why: 'network', left: settings.network_per_day - countOf(tx, 'network', network, settings.network_per_day) },
    { why: 'day', left: settings.per_day - usedToday(tx) },
  ] as const
  const least = rooms.reduce((a, b) => (b.left < a.left ? b : a))
  return least.left > 0 ? { left: least.left, why: null } : { left: 0, why: least.why }
}

/** Counted no further than it matters. */
const countOf = (tx: ReadTx, what: 'ip' | 'network', name: string, most: number): number =>
  Math.min(
    most,
    tx.number('select checks from free_check_days where day = ? and what = ? and name = ?', dayOf(tx.now), what, name),
  )

/** Checks of today, of everybody. */
export const usedToday = (tx: ReadTx): number =>
  tx.number("select sum(checks) from free_check_days where day = ? and what = 'kind'", dayOf(tx.now))

/** What the checks since then have cost, and those under way may. */
export const spentSince = (tx: ReadTx, since: Time): number =>
  tx.number('select sum(cost_usd) from free_checks where cost_usd > 0 and created_at >= ?', since)

export const startOfDay = (now: Time): Time => `${dayOf(now)}T00:00:00.000Z`

/** Whether live searches can be asked for now. */
export function liveState(tx: ReadTx, { daily_usd }: FreeCheckSettings): 'open' | 'none' | 'used_up' {
  const engine = engineInUse(tx, 'scan_live')
  if (!engine) return 'none'
  if (engine.adapter === 'simulated') return 'open'
  return spentSince(tx, startOfDay(tx.now)) < daily_usd ? 'open' : 'used_up'
}

/** The caps, and what is used of them. */
export function capsOf(tx: ReadTx): FreeCheckTotals['caps'] {
  const settings = freeCheckSettings(tx)
  return {
    ...settings,
    used: usedToday(tx),
    spent_usd: spentSince(tx, startOfDay(tx.now)),
    live: liveState(tx, settings),
  }
}
