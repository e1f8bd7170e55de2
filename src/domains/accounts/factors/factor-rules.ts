/** Rules that ask people for a second factor: of the install, and of workspaces for their members and those below. */
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { readSetting, writeSetting } from '../../../kernel/database/settings.ts'
import { DAY, plus, type Time } from '../../../kernel/time/clock.ts'
import type { DEMANDS } from '../shapes.ts'
import type { UserRow } from '../tables.ts'

type Demand = (typeof DEMANDS)[number]
export type FactorRule = { second_factor: Demand; grace_until: Time | null; keys_too: boolean }
type WantedRule = { second_factor: Demand; grace_days?: number; keys_too?: boolean }

const NONE: FactorRule = { second_factor: 'optional', grace_until: null, keys_too: false }
const SETTING = 'platform.second_factor'

export const installRule = (tx: ReadTx): FactorRule => ({ ...NONE, ...readSetting<FactorRule>(tx, SETTING) })

export function ruleOf(tx: ReadTx, tenant_id: string): FactorRule {
  const row = tx.row<Omit<FactorRule, 'keys_too'> & { keys_too: number }>(
    'select second_factor, grace_until, keys_too from factor_rules where tenant_id = ?',
    tenant_id,
  )
  return row ? { ...row, keys_too: row.keys_too === 1 } : NONE
}

/** A rule with the days that people have to add a factor; without days the date of the rule before stays. */
export function ruleFrom(now: Time, asked: WantedRule, before: FactorRule): FactorRule {
  const { second_factor, grace_days: days, keys_too = before.keys_too } = asked
  if (second_factor === 'optional') return NONE
  if (days === 0) return { second_factor, grace_until: null, keys_too }
  return { second_factor, grace_until: days === undefined ? before.grace_until : plus(now, days * DAY), keys_too }
}

export const setInstallRule = (tx: Tx, rule: FactorRule): void => writeSetting(tx, SETTING, rule)

export function setRule(tx: Tx, tenant_id: string, { second_factor, grace_until, keys_too }: FactorRule): void {
  if (second_factor === 'optional') tx.run('delete from factor_rules where tenant_id = ?', tenant_id)
  else
    tx.run(
      `insert into factor_rules (tenant_id, second_factor, grace_until, keys_too) values (?, ?, ?, ?)
       on conflict (tenant_id) do update set second_factor = excluded.second_factor, grace_until = excluded.grace_until,
         keys_too = excluded.keys_too`,
      ...[tenant_id, second_factor, grace_until, Number(keys_too)],
    )
}

/** Ends every rule of the install and its workspaces; how many there were. */
export function dropRules(tx: Tx): number {
  const install = installRule(tx).second_factor === 'optional' ? 0 : 1
  setInstallRule(tx, NONE)
  return tx.run('delete from factor_rules') + install
}

/** Rules of the workspaces at and above a person's memberships, where they concern the person's role. */
const OVER = `select r.grace_until, r.keys_too from members m join tenants t on t.id = m.tenant_id
  join factor_rules r on instr(t.path, '/' || r.tenant_id || '/') > 0
  where m.user_id = ? and (r.second_factor = 'everyone' or m.role in ('owner', 'admin'))`

type Person = Pick<UserRow, 'id' | 'platform_admin'>

/** Whether some rule asks the person for a second factor now; the strictest one holds. */
export const demandOn = (tx: ReadTx, person: Person): boolean => rulesOver(tx, person).length > 0

/** Whether a rule stops the keys and apps of people without a second factor; almost no install has one. */
const anyStopsKeys = (tx: ReadTx): boolean =>
  installRule(tx).keys_too || tx.row('select 1 from factor_rules where keys_too = 1') !== null

/** Whether a rule that stops keys and apps too asks their person for a second factor. */
export function demandOnKeys(tx: ReadTx, user_id: string): boolean {
  if (!anyStopsKeys(tx)) return false
  const person = tx.row<Person>('select id, platform_admin from users where id = ?', user_id)
  return person !== null && rulesOver(tx, person).some(({ keys_too }) => Boolean(keys_too))
}

function rulesOver(tx: ReadTx, { id, platform_admin }: Person) {
  const install = installRule(tx)
  const asks = install.second_factor === 'everyone' || (install.second_factor === 'admins' && platform_admin === 1)
  type Over = { grace_until: Time | null; keys_too: number | boolean }
  const rules = [...(asks ? [install] : []), ...tx.rows<Over>(OVER, id)]
  return rules.filter(({ grace_until }) => grace_until === null || grace_until <= tx.now)
}
