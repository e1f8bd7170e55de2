import Type from 'typebox'
import {
  CELL_PARTS,
  type CellQuery,
  COHORT_ROWS,
  cellAt,
  cohortMondays,
  INDEXED,
  jobsOfCell,
  LINK_STATES,
  linksOfCell,
  namedCell,
  RESULT_SCOPE,
  ResultCell,
  waitingOfCell,
  weeklyGrid,
} from '../../domains/jobs/index.ts'
import { DEFAULT_PAGE_SIZE, ListOf, listInput } from '../../kernel/database/list.ts'
import { Searched, type SearchReader } from '../../kernel/database/search-steps.ts'
import { partyOf } from '../../kernel/operation/caller.ts'
import { outbound, read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Moment, Nullable } from '../../kernel/operation/shape.ts'
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

export const getResultsByWeek = read({
  name: 'get_results_by_week',
  route: 'GET /results/weeks',
  role: null,
  instead: 'list_jobs',
  summary: 'Share of sent links that checks found by one day, of each client or host in each of the last 12 weeks.',
  description: 'The 100 rows with the most links. A week without links is left out of its row.',
  input: Type.Object({
    by: Type.Optional(Type.Enum(['client', 'host'], { title: 'Rows', default: 'client' })),
    day: Type.Optional(Type.Integer({ title: 'Day', description: '1, 3 or 7', minimum: 1, maximum: 7, default: 7 })),
    ...RESULT_SCOPE,
  }),
  output: Shape('ResultsByWeek', {
    weeks: Type.Array(Type.String({ format: 'date' }), { description: 'Mondays of the 12 weeks, oldest first' }),
    rows: Type.Array(
      Shape('ResultsOfRow', {
        key: Type.String({ description: 'Id of the workspace, or host' }),
        label: Type.String(),
        sent: Count('Links sent'),
        weeks: Type.Array(
          Shape('ResultWeek', {
            week: Type.String({ format: 'date', description: 'Its Monday, UTC' }),
            seen: Count('Links found by a check answered by the end of that day'),
            due: Count('Links whose check of that day is still to come: not seen yet'),
            sent: Count('Links sent in it; the share is seen / sent'),
            settled: Type.Boolean({
              description:
                'The week is over, and every link has had that day’s check; once the day has come for all, at least 95 %',
            }),
          }),
          { description: 'Newest first' },
        ),
      }),
    ),
  }),
  example: { by: 'host' },

  handle({ tx, caller }, { by = 'client', day = 7, ...scope }) {
    const reader = { now: tx.now, caller }
    const weeks = cohortMondays(tx.now)
    return new Searched(async (look) => ({ weeks, rows: await weeklyGrid(look, reader, by, day, scope) }))
  },
})

export const listResultLinks = read({
  name: 'list_result_links',
  route: 'GET /results/links',
  role: null,
  instead: 'list_jobs',
  summary: 'The links behind a number of `get_results`, newest push first.',
  input: Type.Object({
    by: Type.Enum(COHORT_ROWS, { title: 'Rows' }),
    key: Type.String({ title: 'Row', description: '`key` of the row', maxLength: 255 }),
    day: Type.Integer({ title: 'Day', description: '1, 3 or 7', minimum: 1, maximum: 7 }),
    part: Type.Optional(
      Type.Enum(CELL_PARTS, {
        title: 'Part',
        description: 'seen, missed, due: check still to come',
        default: 'missed',
      }),
    ),
    ...RESULT_SCOPE,
    ...listInput('created_at'),
  }),
  output: ListOf(
    Shape('ResultLink', {
      uid: Type.Integer({ description: 'Id of the link' }),
      url: Type.String(),
      state: Type.Enum(LINK_STATES),
      indexed: Type.Enum(INDEXED),
      sent_at: Nullable(Moment),
      job_id: Type.String(),
      job_name: Type.String(),
      tenant_id: Type.String(),
    }),
  ),
  example: { by: 'host', key: 'bakery.example', day: 1, part: 'all' },

  handle(
    { tx, caller },
    { by, key, day, part = 'missed', page = 1, page_size = DEFAULT_PAGE_SIZE, sort: _, dir, ...scope },
  ) {
    const reader = { now: tx.now, caller }
    return new Searched(async (look) => {
      const cell = await cellAt(look, reader, { by, key, day, part, ...scope })
      const jobs = await jobsOfCell(look, caller, cell, dir)
      return {
        items: linksOfCell(look, caller, cell, jobs, { page, page_size, dir }),
        total: jobs.reduce((sum, job) => sum + job.links, 0),
        page,
        page_size,
      }
    })
  },
})
