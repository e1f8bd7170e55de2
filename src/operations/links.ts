import Type from 'typebox'
import {
  allLinks,
  exportedLinks,
  findAnyLink,
  LINK_SORTS,
  LinkDetail,
  type LinkOfJob,
  ListedLink,
  lifeOf,
  linkFilters,
  linksToExport,
} from '../domains/links/index.ts'
import { InZone, todayOf } from '../domains/tenants/index.ts'
import { ListOf, listInput } from '../kernel/database/list.ts'
import { partyOf } from '../kernel/operation/caller.ts'
import { type CsvColumns, csvInput, csvLines } from '../kernel/operation/csv.ts'
import { outbound, read } from '../kernel/operation/operation.ts'
import { MOST, Nullable } from '../kernel/operation/shape.ts'

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
  closed_to: ({ closed_to }) => closed_to,
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
      filename: `links-${read((tx) => todayOf(tx, caller))}.csv`,
      lines: csvLines(COLUMNS, exportedLinks(read, found), separator),
    }
  },
})

export const getLink = read({
  name: 'get_link',
  route: 'GET /links/{uid}',
  role: null,
  instead: 'the resource signalpost://link/{uid}',
  summary: 'One link with its job, pre-flight, IndexNow answers, checks and ledger lines.',
  input: Type.Object({ uid: Type.Integer({ title: 'Link', minimum: 1, maximum: MOST }) }),
  output: LinkDetail,
  example: { uid: 9103 },
  subject: (tx, caller, { uid }) => findAnyLink(tx, caller, uid!),

  handle: ({ app, tx, subject }) => lifeOf(tx, subject, app),
})

export const listLinks = read({
  name: 'list_links',
  route: 'GET /links',
  role: null,
  instead: 'the resource signalpost://links',
  summary: 'Links of all jobs of the workspace and those below it, each with its latest checks.',
  description:
    '`counted` is the number that the pages show for these days; it includes links that were removed since. It is null unless `moment` (not `ordered`), `from` and `to` are given and no other filter than `tenant_id`.',
  input: Type.Object({ ...listInput(...LINK_SORTS), ...linkFilters }),
  output: Type.Object({
    ...ListOf(ListedLink).properties,
    total_is_exact: Type.Boolean({
      description: 'No: a search by text found more than `total`, and did not count them all',
    }),
    counted: Nullable(Type.Integer({ minimum: 0 })),
    time_zone: InZone,
  }),
  example: { moment: 'sent', from: '2026-11-01', to: '2026-11-30', page_size: 20 },

  handle: ({ tx, caller }, asked) => allLinks(tx, caller, asked),
})
