import Type from 'typebox'
import { exportedLinks, LINK_SORTS, type LinkOfJob, linkFilters, linksToExport } from '../../domains/links/index.ts'
import { listInput } from '../../kernel/database/list.ts'
import { partyOf } from '../../kernel/operation/caller.ts'
import { type CsvColumns, csvInput, csvLines } from '../../kernel/operation/csv.ts'
import { outbound } from '../../kernel/operation/operation.ts'

const COLUMNS = {
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
} satisfies CsvColumns<LinkOfJob>

const { sort, dir } = listInput(...LINK_SORTS)

export const exportLinksCsv = outbound({
  name: 'export_links_csv',
  route: 'GET /links/csv',
  role: null,
  instead: 'export_job_csv of each job',
  summary: 'Links of all jobs in reach as CSV, with the filters and the order of the list.',
  input: Type.Object({ sort, dir, ...linkFilters, ...csvInput }),
  output: Type.Object(Object.fromEntries(Object.keys(COLUMNS).map((name) => [name, Type.String()]))),
  produces: 'text/csv',
  example: { verdict: 'indexed' },

  async handle({ app, caller, read, signal }, { separator, ...asked }) {
    const sought = read((tx) => linksToExport(tx, caller, asked))
    const found = await app.db.search(sought, { party: partyOf(caller), signal })
    return {
      filename: `links-${app.clock.now().slice(0, 10)}.csv`,
      lines: csvLines(COLUMNS, exportedLinks(read, found), separator),
    }
  },
})
