/** The ledger of a workspace as a file. */
import type { LedgerLine } from '../../src/domains/credits/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { listLedger } from '../../src/operations/credits/list-ledger.ts'
import { askedOf } from '../parts/lists/list.ts'
import { type FileColumns, listFile, pagesOf } from '../parts/lists/list-file.ts'

const PAGE = 200

const COLUMNS: FileColumns<LedgerLine> = {
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
  const asked = { ...askedOf(listLedger, call.query), tenant_id: call.caller.tenant_id, page_size: PAGE }
  const page = (at: number) => call.call(listLedger, { ...asked, page: at })
  return listFile(call, 'ledger', COLUMNS, pagesOf(await page(1), page))
}
