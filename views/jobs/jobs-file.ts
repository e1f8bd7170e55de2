/** The list of jobs as a file. */
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { type FileColumns, listFile, pagesOf } from '../parts/list-file.ts'
import { jobsPage } from './asked.ts'
import type { Job } from './shapes.ts'

const PAGE = 200

const COLUMNS: FileColumns<Job> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  client: ({ tenant_name }) => tenant_name,
  tenant_id: ({ tenant_id }) => tenant_id,
  type: ({ type }) => type,
  status: ({ status }) => status,
  links: ({ link_count }) => link_count,
  indexed_rate: ({ outcome }) => outcome.indexed_rate,
  indexed: ({ outcome, type }) => (type === 'check' ? outcome.indexed.yes : outcome.states.indexed),
  not_indexed: ({ outcome, type }) => (type === 'check' ? outcome.indexed.no : outcome.states.not_indexed),
  not_sent: ({ outcome }) => outcome.states.failed,
  credits_reserved: ({ outcome }) => outcome.credits.reserved,
  credits_used: ({ outcome }) => outcome.credits.consumed,
  credits_returned: ({ outcome }) => outcome.credits.released,
  created_at: ({ created_at }) => created_at,
  sent_at: ({ sent_at }) => sent_at,
  finished_at: ({ finished_at }) => finished_at,
  simulated: ({ simulated }) => simulated,
}

export async function jobsFile(call: SignedInCall): Promise<Response> {
  const page = (at: number) => jobsPage(call, { page: at, page_size: PAGE })
  return listFile(call, 'jobs', COLUMNS, pagesOf(await page(1), page))
}
