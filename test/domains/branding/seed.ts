import type { Tx } from '../../../src/kernel/database/database.ts'

/** What the operations' examples name: a domain that the Bakery asked for, and has not proved. */
export function seedExamples(tx: Tx): void {
  tx.run(
    `insert into own_domains (tenant_id, host, token, next_look_at, created_at)
     values ('ten_bakery', 'seo.bakery.example', '4b1f0f8f5c0e4a4c9a53a7f2f0c4d9e1', ?1, ?1)`,
    tx.now,
  )
}

/** Puts a domain in force, as though its proof had been found. */
export function seedOwnDomain(tx: { run(sql: string): unknown }, tenant_id: string, host: string): void {
  for (const sql of [
    `delete from own_domains where tenant_id = '${tenant_id}'`,
    `insert into own_domains (tenant_id, host, token, proved_at, created_at)
     values ('${tenant_id}', '${host}', '${host}', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z')`,
    `update tenants set domain = '${host}' where id = '${tenant_id}'`,
  ])
    tx.run(sql)
}
