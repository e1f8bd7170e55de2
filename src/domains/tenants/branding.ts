import { eq } from 'drizzle-orm'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { tenants } from './tables.ts'

/** White label of a workspace. Null: inherited from the workspace above, and at the root from the product. */
export type Branding = {
  logo_url: string | null
  accent: string | null
  from_name: string | null
  domain: string | null
}

export const readBranding = (tx: ReadTx, id: string): Branding =>
  tx.row<Branding>('select logo_url, accent, from_name, domain from tenants where id = ?', id)!

export function writeBranding(tx: Tx, id: string, { logo_url, accent, from_name, domain }: Branding): void {
  const branding = { logo_url, accent, from_name, domain, updated_at: tx.now }
  tx.orm.update(tenants).set(branding).where(eq(tenants.id, id)).run()
}
