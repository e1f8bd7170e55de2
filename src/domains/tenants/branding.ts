import type { ReadTx, Tx } from '../../kernel/database/database.ts'

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
  tx.run(
    'update tenants set logo_url = ?, accent = ?, from_name = ?, domain = ?, updated_at = ? where id = ?',
    logo_url,
    accent,
    from_name,
    domain,
    tx.now,
    id,
  )
}
