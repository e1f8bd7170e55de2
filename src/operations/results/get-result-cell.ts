import Type from 'typebox'
import {
  type CellQuery,
  COHORT_ROWS,
  jobsOfCell,
  namedCell,
  RESULT_SCOPE,
  ResultCell,
  waitingOfCell,
} from '../../domains/jobs/index.ts'
import { Searched, type SearchReader } from '../../kernel/database/search-steps.ts'
import { partyOf } from '../../kernel/operation/caller.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count } from '../../kernel/operation/shape.ts'
import { pause } from '../../kernel/scheduling/pause.ts'

/** Pushes that are searched for unsent links, and links that are listed. */
const MOST_PUSHES = 50
const MOST_LINKS = 10_000

export const getResultCell = outbound({
  name: 'get_result_cell',
  route: 'GET /results/cell',
  role: null,
  instead: 'list_jobs',
  summary: 'One number of `get_results`, and the pushes in it that have more links to send.',
  input: Type.Object({
    by: Type.Enum(COHORT_ROWS, { title: 'Rows' }),
    key: Type.String({ title: 'Row', description: '`key` of the row', maxLength: 255 }),
    day: Type.Integer({ title: 'Day', description: '1, 3 or 7', minimum: 1, maximum: 7 }),
    ...RESULT_SCOPE,
  }),
  output: Shape('NamedResultCell', {
    label: Type.String({ description: 'Label of its row' }),
    cell: ResultCell,
    leaving: Type.Array(
      Shape('LeavingPush', {
        id: Type.String(),
        name: Type.String(),
        unsent: Count('Links of the push that are not sent yet'),
        uids: Type.Array(Type.Integer(), { description: 'Unsent links that count in this cell' }),
      }),
      { description: 'The 50 newest pushes with links in the cell that have more to send' },
    ),
    more: Count('Older pushes with more to send'),
  }),
  example: { by: 'host', key: 'bakery.example', day: 1 },
  local: true,
  faults: ['not_found'],

  async handle({ app, caller, read, signal }, asked) {
    const { by, key, day, ...scope } = asked
    const turn = { party: partyOf(caller), signal }
    const search = <T>(run: (look: SearchReader) => Promise<T>) => app.db.search(new Searched(run), turn)
    const { label, cell } = await search((look) => namedCell(look, { now: app.clock.now(), caller }, asked))
    const narrowed = by === 'week' ? scope : by === 'client' ? { ...scope, tenant_id: key } : { ...scope, host: key }
    const all: CellQuery = { ...narrowed, weeks: cell.weeks, day: cell.day, part: 'all' }
    const jobs = (await search((look) => jobsOfCell(look, caller, all))).filter(({ unsent }) => unsent > 0)
    const leaving: { id: string; name: string; unsent: number; uids: number[] }[] = []
    // A push may have 10,000 unsent links, so each has a turn of its own.
    for (let left = MOST_LINKS; left > 0 && leaving.length < Math.min(jobs.length, MOST_PUSHES); await pause()) {
      const { id, name, unsent } = jobs[leaving.length]!
      const uids = read((tx) =>
        waitingOfCell(tx, id, { host: narrowed.host, week: by === 'week' ? key : undefined }, left),
      )
      left -= uids.length
      leaving.push({ id, name, unsent, uids })
    }
    return { label, cell, leaving, more: jobs.length - leaving.length }
  },
})
