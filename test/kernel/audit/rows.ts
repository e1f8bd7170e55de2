import { appendToChain } from '../../../src/kernel/audit/append.ts'
import type { AuditRow } from '../../../src/kernel/audit/chain.ts'
import type { Db } from '../../../src/kernel/database/database.ts'
import { newId } from '../../../src/kernel/secrets/ids.ts'

export const ROW: Omit<AuditRow, 'seq' | 'id' | 'at'> = {
  ...{ actor: 'ada@northwind.example', user_id: 'usr_ada', key_id: null, via: 'session', app: null, door: 'api' },
  ...{ as_platform: 0, action: 'update_tenant', tenant_id: 'ten_bakery', target: 'ten_bakery' },
  ...{ before: '{"name":"Bakery"}', after: '{"name":"=Bakery of the harbour"}', ip: '192.0.2.7', request_id: 'r1' },
}

/** Writes many rows of the trail in one transaction. */
export const writeRows = (db: Db, rows: number): void =>
  db.write((tx) => {
    for (let n = 0; n < rows; n++) appendToChain(tx, { id: newId(), at: tx.now, ...ROW })
    return undefined
  })
