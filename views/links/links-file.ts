/** The list of links as a file. */
import { type LinkOfJob, linksToTell, toldLinks } from '../../src/domains/reports/index.ts'
import type { SignedInCall } from '../../src/doors/web.ts'
import { type FileColumns, listFile } from '../parts/list-file.ts'
import { linksAsked } from './asked.ts'

const COLUMNS: FileColumns<LinkOfJob> = {
  uid: ({ uid }) => uid,
  url: ({ url }) => url,
  state: ({ state }) => state,
  indexed: ({ indexed }) => indexed,
  credit: ({ credit }) => credit,
  guarantee: ({ guarantee }) => (guarantee ? 'covered' : 'not covered'),
  reason: ({ reason }) => reason,
  job_id: ({ job_id }) => job_id,
  job: ({ job_name }) => job_name,
  type: ({ job_type }) => job_type,
  client: ({ tenant_name }) => tenant_name,
  tenant_id: ({ tenant_id }) => tenant_id,
  ordered_at: ({ ordered_at }) => ordered_at,
  sent_at: ({ sent_at }) => sent_at,
  checked_at: ({ checked_at }) => checked_at,
  settled_at: ({ settled_at }) => settled_at,
  simulated: ({ simulated }) => simulated === 1,
}

export async function linksFile(call: SignedInCall): Promise<Response> {
  const asked = linksAsked(call)
  const found = await call.search((tx, here) => linksToTell(tx, here, asked))
  return listFile(call, 'links', COLUMNS, toldLinks(call.read, found))
}
