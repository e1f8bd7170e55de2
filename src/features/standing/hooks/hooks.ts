/** Deploy hooks as people set them up. */
import { eq } from 'drizzle-orm'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { patched } from '../../../kernel/database/settings.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { type Caller, inTree } from '../../../kernel/operation/caller.ts'
import { conflict, invalid, notFound } from '../../../kernel/operation/fault.ts'
import { hashSecret, newId, newSecret } from '../../../kernel/secrets/ids.ts'
import { type SealedColumn, sealContext } from '../../../kernel/secrets/seal.ts'
import { newSigningSecret } from '../../../kernel/secrets/webhook-signatures.ts'
import { assertHosts } from '../pushes/source-preview.ts'
import { spentOf } from '../runs/run-budget.ts'
import { type CallRow, deployHooks, type HookRow } from '../tables.ts'
import type { Mode, Skipped } from '../words.ts'
import type { DeployCall, Hook } from './shapes.ts'

export const HOOK_SECRETS: SealedColumn = {
  table: 'deploy_hooks',
  column: 'secret_sealed',
  key: ['id'],
  what: 'secrets of deploy hooks',
  forget: 'update deploy_hooks set secret_sealed = null where id = ?',
  afterwards: 'their calls are refused: rotate each hook and enter its new address and secret at the sender',
}

export const HOOK_PREFIX = 'spd'
export const HOOK_PATH = '/hooks/deploy'
const MOST_HOOKS = 50

type HookApp = Pick<App, 'config' | 'sealer'>

export function findHook(tx: ReadTx, caller: Caller, id: string): HookRow {
  const row = tx.row<HookRow>('select * from deploy_hooks where id = ?', id)
  if (!row || !inTree(tx, caller, row.tenant_id)) throw notFound('deploy hook')
  return row
}

const nameOf = (tx: ReadTx, table: 'tenants' | 'standing_pushes', id: string): string =>
  tx.row<{ name: string }>(`select name from ${table} where id = ?`, id)!.name

export function hookOnWire(tx: ReadTx, row: HookRow): Hook {
  const { day_pushed, month_pushed } = spentOf(tx, row)
  const { standing_push_id } = row
  return {
    ...row,
    tenant_name: nameOf(tx, 'tenants', row.tenant_id),
    hosts: JSON.parse(row.hosts) as string[],
    standing_push_name: standing_push_id && nameOf(tx, 'standing_pushes', standing_push_id),
    needs_secret: row.mode !== 'address' && row.secret_sealed === null,
    paused: row.paused === 1,
    pushed_today: day_pushed,
    pushed_month: month_pushed,
  }
}

export const callOnWire = ({ wants_run, skipped, ...call }: CallRow): DeployCall => ({
  ...call,
  wants_run: wants_run === 1,
  skipped: JSON.parse(skipped) as Skipped,
})

type HookSettings = Pick<HookRow, 'name' | 'standing_push_id' | 'settle_seconds' | 'cap_day' | 'budget_month'> & {
  hosts: string[]
}

/** As columns; 422 for a hook that could do nothing or would push any host, 404 for a standing push of elsewhere. */
function judged(tx: ReadTx, tenant_id: string, mode: Mode, settings: HookSettings) {
  const { name, standing_push_id, settle_seconds, cap_day, budget_month } = settings
  const hosts = assertHosts('hosts', settings.hosts)
  const push =
    standing_push_id &&
    tx.row('select 1 from standing_pushes where id = ? and tenant_id = ?', standing_push_id, tenant_id)
  if (standing_push_id && !push) throw notFound('standing push in this workspace')
  const brings_urls = mode === 'standard' || mode === 'address'
  if (!brings_urls && !standing_push_id)
    throw invalid({ path: 'standing_push_id', message: 'is needed: calls of this sender bring no URLs' })
  if (mode === 'address' && hosts.length === 0)
    throw invalid({ path: 'hosts', message: 'are needed where the address alone is the proof' })
  if (!standing_push_id && hosts.length === 0)
    throw invalid({ path: 'hosts', message: 'are needed, or a standing push that calls run' })
  return { name, standing_push_id, settle_seconds, cap_day, budget_month, hosts: JSON.stringify(hosts) }
}

type NewHook = HookSettings & { tenant_id: string; mode: Mode; secret: string | undefined; created_by: string }

export function createHook(tx: Tx, app: HookApp, hook: NewHook) {
  const { tenant_id, mode, secret, created_by } = hook
  const settings = judged(tx, tenant_id, mode, hook)
  if (tx.number('select count(*) from deploy_hooks where tenant_id = ?', tenant_id) >= MOST_HOOKS)
    throw conflict(`A workspace may have ${MOST_HOOKS} deploy hooks. Delete one that is not used.`)
  const id = newId()
  const row = { id, tenant_id, mode, token_hash: id, created_by, created_at: tx.now, updated_at: tx.now }
  tx.orm
    .insert(deployHooks)
    .values({ ...row, ...settings })
    .run()
  return renewSecrets(tx, app, { id, mode }, secret)
}

/** A new address and a new secret: the old ones end at once. Vercel makes its secret itself. */
export function renewSecrets(tx: Tx, app: HookApp, { id, mode }: Pick<HookRow, 'id' | 'mode'>, given?: string) {
  const token = newSecret(HOOK_PREFIX)
  const secret =
    mode === 'standard' ? newSigningSecret() : mode === 'github' || mode === 'netlify' ? newSecret('sph') : null
  if (given !== undefined && mode !== 'vercel')
    throw invalid({ path: 'secret', message: 'is made here for this sender. Leave it out.' })
  tx.run('update deploy_hooks set token_hash = ?, updated_at = ? where id = ?', hashSecret(token), tx.now, id)
  storeSecret(tx, app, id, secret ?? given ?? '')
  const row = tx.row<HookRow>('select * from deploy_hooks where id = ?', id)!
  return { ...hookOnWire(tx, row), url: `${app.config.site_url}${HOOK_PATH}/${token}`, secret }
}

export function storeSecret(tx: Tx, app: HookApp, id: string, secret: string): void {
  const sealed = secret === '' ? null : app.sealer.seal(secret, sealContext(HOOK_SECRETS, id))
  tx.run('update deploy_hooks set secret_sealed = ? where id = ?', sealed, id)
}

type HookChange = { [Name in keyof HookSettings]?: HookSettings[Name] | undefined } & { paused?: boolean | undefined }

export function changeHook(tx: Tx, row: HookRow, { paused, ...change }: HookChange): void {
  const was: HookSettings = { ...row, hosts: JSON.parse(row.hosts) as string[] }
  const settings = judged(tx, row.tenant_id, row.mode, patched(was, change))
  tx.orm
    .update(deployHooks)
    .set({ ...settings, paused: Number(paused ?? row.paused === 1), updated_at: tx.now })
    .where(eq(deployHooks.id, row.id))
    .run()
}

export const deleteHook = (tx: Tx, { id }: HookRow): number => tx.run('delete from deploy_hooks where id = ?', id)
