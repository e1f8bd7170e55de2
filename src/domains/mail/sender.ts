import type { ReadTx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { siteOf } from '../branding/index.ts'

type Sender = { from_address: string; own_domains: boolean }

/** Sender of the workspace's letters: the install's sender, on the workspace's own domain where that is allowed. */
export function senderOf(
  tx: ReadTx,
  app: Pick<App, 'catalog' | 'config'>,
  tenant_id: string | null,
  { from_address, own_domains }: Sender,
): string {
  const site = tenant_id === null || !own_domains ? app.config.site_url : siteOf(tx, app, tenant_id)
  return site === app.config.site_url ? from_address : `${from_address.split('@')[0]}@${new URL(site).hostname}`
}
