import type { ReadTx } from '../../kernel/database/database.ts'

/** The engine that jobs asked: "Google", or both by name where both were asked. */
export function engineAsked(tx: ReadTx, job_ids: readonly string[]): string {
  const anyBy = (engine: string) =>
    tx.row(
      `select 1 from looks where job_id in (select value from json_each(?)) and ${engine} limit 1`,
      JSON.stringify(job_ids),
    ) !== null
  if (!anyBy("engine = 'scan_bing'")) return 'Google'
  return anyBy("engine <> 'scan_bing'") ? 'Google and Bing' : 'Bing'
}

/** Jobs of a workspace whose checks tell which engine is asked. */
const NEWEST = 20

/** The engine that the newest jobs of a workspace asked. */
export function engineAskedLately(tx: ReadTx, tenant_id: string): string {
  const newest = tx.rows<{ id: string }>(
    `select id from jobs where tenant_id = ? and deleted_at is null order by id desc limit ${NEWEST}`,
    tenant_id,
  )
  return engineAsked(
    tx,
    newest.map(({ id }) => id),
  )
}
