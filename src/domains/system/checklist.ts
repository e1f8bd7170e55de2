/** The remaining set-up steps of an install, read from its rows instead of ticked by hand. */

import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { readSetting, writeSetting } from '../../kernel/database/settings.ts'
import type { App } from '../../kernel/operation/app.ts'
import { engineInUse } from '../checks/index.ts'
import { canSend, storedEmail } from '../mail/index.ts'
import { hasCrawlRoute } from '../providers/index.ts'
import { below } from '../tenants/index.ts'
import { lastAddressCheck } from './site-address.ts'

export const SETUP_TASKS = ['address', 'mail', 'supplier', 'engine', 'client', 'push', 'indexnow', 'backup'] as const
export type SetupTask = (typeof SETUP_TASKS)[number]

const DISMISSED = 'setup_dismissed'

/** Whether a platform admin closed the checklist. */
export const isSetupDismissed = (tx: ReadTx): boolean => readSetting<boolean>(tx, DISMISSED) === true
export const dismissSetup = (tx: Tx): void => writeSetting(tx, DISMISSED, true)

/** The finished steps; clients, pushes and sites are those of the tree at `path`. */
export function setupDone(tx: ReadTx, app: Pick<App, 'config'>, path: string): Record<SetupTask, boolean> {
  const some = (sql: string, ...params: string[]) => tx.row(`${sql} limit 1`, ...params) !== null
  const tree = 'tenant_id in (select id from tenants where path >= ? and path < ?)'
  return {
    address: lastAddressCheck(tx, app)?.ok === true,
    mail: canSend(storedEmail(tx)) && some("select 1 from mails where status = 'sent'"),
    supplier: hasCrawlRoute(tx),
    engine: engineInUse(tx, 'scan_standard') !== null,
    client: some('select 1 from tenants where path > ? and path < ?', ...below(path)),
    push: some(`select 1 from jobs where type = 'index' and ${tree}`, ...below(path)),
    indexnow: some(`select 1 from indexnow_sites where status = 'verified' and ${tree}`, ...below(path)),
    backup: app.config.backup_to !== '' && some("select 1 from backups where state = 'proved'"),
  }
}
