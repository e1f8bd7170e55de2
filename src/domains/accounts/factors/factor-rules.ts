/** Rules that ask people for a second factor: of the install, and of workspaces for their members and those below. */
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { readSetting, writeSetting } from '../../../kernel/database/settings.ts'
import { DAY, plus, type Time } from '../../../kernel/time/clock.ts'
import type { DEMANDS } from '../shapes.ts'
import type { UserRow } from '../tables.ts'

export type Demand = (typeof DEMANDS)[number]
export type FactorRule = { second_factor: Demand; grace_until: Time | null }

const NONE: FactorRule = { second_factor: 'optional', grace_until: null }
const SETTING = 'platform.second_factor'

export const installRule = (tx: ReadTx): FactorRule => readSetting<FactorRule>(tx, SETTING) ?? NONE

export const ruleOf = (tx: ReadTx, tenant_id: string): FactorRule =>
  tx.row<FactorRule>('select second_factor, grace_until from factor_rules where tenant_id = ?', tenant_id) ?? NONE

/** A rule with the days that people have to add a factor; without days the date of the rule before stays. */
export function ruleFrom(now: Time, second_factor: Demand, days: number | undefined, before: FactorRule): FactorRule {
  if (second_factor === 'optional' || days === 0) return { second_factor, grace_until: null }
  return { second_factor, grace_until: days === undefined ? before.grace_until : plus(now, days * DAY) }
}

export const setInstallRule = (tx: Tx, rule: FactorRule): void => writeSetting(tx, SETTING, rule)

export function setRule(tx: Tx, tenant_id: string, { second_factor, grace_until }: FactorRule): void {
  if (second_factor === 'optional') tx.run('delete from factor_rules where tenant_id = ?', tenant_id)
  else
    tx.run(
      `insert into factor_rules (tenant_id, second_factor, grace_until) values (?, ?, ?)
       on conflict (tenant_id) do update set second_factor = excluded.second_factor, grace_until = excluded.grace_until`,
      tenant_id,
      second_factor,
      grace_until,
    )
}

/** Ends every rule of the install and its workspaces; how many there were. */
export function dropRules(tx: Tx): number {
  const install = installRule(tx).second_factor === 'optional' ? 0 : 1
  setInstallRule(tx, NONE)
  return tx.run('delete from factor_rules') + install
}

/** Rules of the workspaces at and above a person's memberships, where they concern the person's role. */
const OVER = `select r.grace_until from members m join tenants t on t.id = m.tenant_id
  join factor_rules r on instr(t.path, '/' || r.tenant_id || '/') > 0
  where m.user_id = ? and (r.second_factor = 'everyone' or m.role in ('owner', 'admin'))`

/** Whether some rule asks the person for a second factor now; the strictest one holds. */
export function demandOn(tx: ReadTx, { id, platform_admin }: Pick<UserRow, 'id' | 'platform_admin'>): boolean {
  const install = installRule(tx)
  const asks = install.second_factor === 'everyone' || (install.second_factor === 'admins' && platform_admin === 1)
  const rules = [...(asks ? [install] : []), ...tx.rows<Pick<FactorRule, 'grace_until'>>(OVER, id)]
  return rules.some(({ grace_until }) => grace_until === null || grace_until <= tx.now)
}
