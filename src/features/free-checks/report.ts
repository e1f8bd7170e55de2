/** The daily e-mail about free checks, for platform admins. */

import { type MailApp, platformAdmins, queueMail } from '../../domains/mail/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { counted } from '../../kernel/operation/wording.ts'
import { DAY, dayOf, plus } from '../../kernel/time/clock.ts'
import { freeCheckSettings } from './caps.ts'
import { topOf } from './tally.ts'

export function reportOf(tx: ReadTx, { config }: Pick<App, 'config'>, day: string) {
  const top = (what: Parameters<typeof topOf>[1]) => topOf(tx, what, [day])
  const kinds = top('kind')
  const sum = (of: 'checks' | 'refused' | 'unlogged') => kinds.reduce((all, one) => all + one[of], 0)
  const spent = tx.number(
    'select sum(cost_usd) from free_checks where cost_usd > 0 and created_at >= ? and created_at < ?',
    day,
    dayOf(plus(`${day}T00:00:00.000Z`, DAY)),
  )
  const list = (what: Parameters<typeof topOf>[1]) =>
    top(what)
      .slice(0, 5)
      .map(({ name, checks, refused, unlogged }) => `${name} (${checks + refused + unlogged})`)
      .join(', ')
  return {
    facts: {
      day,
      checks: counted(sum('checks'), 'free check'),
      refused: String(sum('refused') + sum('unlogged')),
      spent: spent.toFixed(2),
      kinds: kinds.map(({ name, checks }) => `${name} ${checks}`).join(', '),
      countries: list('country'),
      domains: list('domain'),
      ips: list('ip'),
      networks: list('network'),
    },
    link: `${config.site_url}/app/platform/free-checks`,
    happened: sum('checks') + sum('refused') > 0,
  }
}

export const yesterdayOf = (now: string): string => dayOf(plus(now, -DAY))

/** Writes the e-mail about yesterday to every platform admin, once; none when nothing happened. */
export function reportDay(tx: Tx, app: MailApp): number {
  if (!freeCheckSettings(tx).report) return 0
  const day = yesterdayOf(tx.now)
  const { facts, link, happened } = reportOf(tx, app, day)
  if (!happened) return 0
  const mail = { tenant_id: null, template: 'free_check_report' as const, facts, link }
  const letters = platformAdmins(tx).map(({ id, email }) =>
    queueMail(tx, app, { ...mail, ref: `free checks ${day} ${id}`, to: email }),
  )
  return letters.filter(Boolean).length
}
