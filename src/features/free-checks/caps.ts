/** Daily caps on free checks: by IP address, by network, in total, and in USD. */

import { engineInUse } from '../../domains/checks/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { readSetting } from '../../kernel/database/settings.ts'
import { countOfDay } from '../../kernel/scheduling/limits.ts'
import { dayOf, type Time } from '../../kernel/time/clock.ts'
import { wideNetworkOf } from '../../kernel/web-fetch/addresses.ts'
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

export type VisitorAddress = { ip: string; network: string }

type CapState = { left: number; why: 'ip' | 'network' | 'day' | null }

/** Checks that this origin has left today, and which cap is reached when none are. */
export function capStateOf(tx: ReadTx, { ip, network }: VisitorAddress, settings: FreeCheckSettings): CapState {
  const rooms = [
    { why: 'ip', left: settings.ip_per_day - countOf(tx, 'ip', ip, settings.ip_per_day) },
    { why: 'network', left: settings.network_per_day - countOf(tx, 'network', network, settings.network_per_day) },
    {
      why: 'network',
      left: WIDER * settings.network_per_day - countOfDay(tx, wideCounter({ ip, network }), dayOf(tx.now)),
    },
    { why: 'day', left: settings.per_day - usedToday(tx) },
  ] as const
  const least = rooms.reduce((a, b) => (b.left < a.left ? b : a))
  return least.left > 0 ? { left: least.left, why: null } : { left: 0, why: least.why }
}

/** A site has a /48 of IPv6; it may ask twice as often as one /64 in it. */
const WIDER = 2
export const wideCounter = ({ ip }: VisitorAddress): string => `free_checks:${wideNetworkOf(ip)}`

/** Counted only up to the cap. */
const countOf = (tx: ReadTx, what: 'ip' | 'network', name: string, most: number): number =>
  Math.min(
    most,
    tx.number(
      'select checks - reused from free_check_days where day = ? and what = ? and name = ?',
      dayOf(tx.now),
      what,
      name,
    ),
  )

export const usedToday = (tx: ReadTx): number =>
  tx.number("select sum(checks - reused) from free_check_days where day = ? and what = 'kind'", dayOf(tx.now))

/** Cost of the checks since then, including the possible cost of those under way. */
export const spentSince = (tx: ReadTx, since: Time): number =>
  tx.number('select sum(cost_usd) from free_checks where cost_usd > 0 and created_at >= ?', since)

export const spentToday = (tx: ReadTx): number => spentSince(tx, `${dayOf(tx.now)}T00:00:00.000Z`)

export function liveState(tx: ReadTx, { daily_usd }: FreeCheckSettings): 'open' | 'none' | 'used_up' {
  const engine = engineInUse(tx, 'scan_live')
  if (!engine) return 'none'
  if (engine.adapter === 'simulated') return 'open'
  return spentToday(tx) < daily_usd ? 'open' : 'used_up'
}

export function capsOf(tx: ReadTx): FreeCheckTotals['caps'] {
  const settings = freeCheckSettings(tx)
  return { ...settings, used: usedToday(tx), spent_usd: spentToday(tx), live: liveState(tx, settings) }
}
