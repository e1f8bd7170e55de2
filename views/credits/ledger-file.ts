/** The ledger of a workspace as a file. */
import { type LinesSought, linesBehind } from '../../src/domains/credits/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { Searched } from '../../src/kernel/database/search-steps.ts'
import { listLedger } from '../../src/operations/credits/list-ledger.ts'
import { askedOf } from '../parts/list.ts'
import { type FileColumns, listFile } from '../parts/list-file.ts'
import type { LedgerRow } from './credits.tsx'
import { named } from './named.ts'

const SLICE = 500

const COLUMNS: FileColumns<LedgerRow> = {
  id: ({ id }) => id,
  created_at: ({ created_at }) => created_at,
  kind: ({ kind }) => kind,
  amount: ({ direction, amount }) => (direction === 'in' ? amount : -amount),
  reason: ({ reason }) => reason,
  available_after: ({ balance_after }) => balance_after,
  job_id: ({ job_id }) => job_id,
  job: ({ job_name }) => job_name,
  note: ({ note }) => note,
  actor: ({ actor }) => actor,
}

export async function ledgerFile(call: SignedInCall): Promise<Response> {
  const { tenant_id } = call.caller
  const asked = { ...askedOf(listLedger, call.query), tenant_id }
  // Refuses what the list refuses.
  await call.call(listLedger, { ...asked, page: 1, page_size: 1 })
  const dir = call.query.dir === 'asc' ? 'asc' : 'desc'
  return listFile(call, 'ledger', COLUMNS, slices(call, asked as LinesSought, dir))
}

async function* slices(call: SignedInCall, sought: LinesSought, dir: 'asc' | 'desc'): AsyncGenerator<LedgerRow[]> {
  for (let after: string | null = null; ; ) {
    const { found } = call.read((tx) => ({ found: linesBehind(tx, sought, { after, dir, most: SLICE }) }))
    const { items } = found instanceof Searched ? await call.search(() => found) : found
    if (items.length === 0) return
    yield named(call, items)
    after = items.at(-1)!.id
  }
}
