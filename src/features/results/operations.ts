import Type from 'typebox'
import { OfSupplier, suppliersByWeek } from '../../domains/figures/index.ts'
import {
  assertLookDay,
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
  rowsByWeek,
  waitingOfCell,
  weeklyGrid,
} from '../../domains/jobs/index.ts'
import { daysAsked, daysOf, InZone } from '../../domains/tenants/index.ts'
import { DEFAULT_PAGE_SIZE, ListOf, listInput } from '../../kernel/database/list.ts'
import { Searched, type SearchReader } from '../../kernel/database/search-steps.ts'
import { partyOf } from '../../kernel/operation/caller.ts'
import { outbound, read, write } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Id, Moment, Nullable, OwnTenantId } from '../../kernel/operation/shape.ts'
import { pause } from '../../kernel/scheduling/pause.ts'
import { addNote, deleteNote, findNote, notesSince } from './notes.ts'

const USUAL =
  'median share by that day of the complete weeks of the last 12 before the newest complete one, 0..1; null with fewer than three'

/** Pushes that are searched for unsent links, and links that are listed. */
const MOST_PUSHES = 50
const MOST_LINKS = 10_000
/** Rows of suppliers and of what they took. */
const MOST_ROWS = 100

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
    time_zone: InZone,
    label: Type.String({ description: 'Label of its row' }),
    cell: ResultCell,
    usual: Nullable(Type.Number({ description: `By week: ${USUAL}` })),
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
    const { by, key, day, time_zone, ...scope } = asked
    const days = read((tx) => daysAsked(tx, caller, time_zone))
    const turn = { party: partyOf(caller), signal }
    const search = <T>(run: (look: SearchReader) => Promise<T>) => app.db.search(new Searched(run), turn)
    const { label, cell, usual } = await search((look) =>
      namedCell(look, { now: app.clock.now(), caller, days }, { by, key, day, ...scope }),
    )
    const narrowed = by === 'week' ? scope : by === 'client' ? { ...scope, tenant_id: key } : { ...scope, host: key }
    const all: CellQuery = { ...narrowed, weeks: cell.weeks, days, day: cell.day, part: 'all' }
    const jobs = (await search((look) => jobsOfCell(look, caller, all))).filter(({ unsent }) => unsent > 0)
    const leaving: { id: string; name: string; unsent: number; uids: number[] }[] = []
    // A push may have 10,000 unsent links, so each has a turn of its own.
    for (let left = MOST_LINKS; left > 0 && leaving.length < Math.min(jobs.length, MOST_PUSHES); await pause()) {
      const { id, name, unsent } = jobs[leaving.length]!
      const uids = read((tx) =>
        waitingOfCell(tx, id, { host: narrowed.host, week: by === 'week' ? key : undefined, days }, left),
      )
      left -= uids.length
      leaving.push({ id, name, unsent, uids })
    }
    return { time_zone: days.zone, label, cell, usual, leaving, more: jobs.length - leaving.length }
  },
})

export const getResultsByWeek = read({
  name: 'get_results_by_week',
  route: 'GET /results/weeks',
  role: null,
  instead: 'list_jobs',
  summary:
    'Share of sent links that checks found by one day, of each client, host or supplier in each of the last weeks.',
  description:
    'The 100 rows with the most links. A week without links is left out of its row. `supplier` is for platform admins, and not of one host.',
  input: Type.Object({
    by: Type.Optional(Type.Enum(['client', 'host', 'supplier'], { title: 'Rows', default: 'client' })),
    day: Type.Optional(Type.Integer({ title: 'Day', description: '1, 3 or 7', minimum: 1, maximum: 7, default: 7 })),
    supplier: OfSupplier,
    ...RESULT_SCOPE,
  }),
  output: Shape('ResultsByWeek', {
    time_zone: InZone,
    weeks: Type.Array(Type.String({ format: 'date' }), { description: 'Mondays of the weeks, oldest first' }),
    rows: Type.Array(
      Shape('ResultsOfRow', {
        key: Type.String({ description: 'Id of the workspace, host, or adapter of the supplier' }),
        label: Type.String(),
        sent: Count('Links sent'),
        usual: Nullable(Type.Number({ description: `Its ${USUAL}` })),
        weeks: Type.Array(
          Shape('ResultWeek', {
            week: Type.String({ format: 'date', description: 'Its Monday' }),
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
  faults: ['forbidden'],

  handle({ tx, caller }, { by = 'client', day = 7, time_zone, supplier, ...scope }) {
    const days = daysAsked(tx, caller, time_zone)
    const reader = { now: tx.now, caller, days }
    const common = { time_zone: days.zone, weeks: cohortMondays(reader, scope) }
    assertLookDay(day)
    if (by === 'supplier' || supplier !== undefined) {
      const weeks = suppliersByWeek(tx, reader, by, { ...scope, ...(supplier && { supplier }) })
      return { ...common, rows: rowsByWeek(weeks, day, reader).slice(0, MOST_ROWS) }
    }
    return new Searched(async (look) => ({ ...common, rows: await weeklyGrid(look, reader, by, day, scope) }))
  },
})

const ResultLink = Shape('ResultLink', {
  uid: Type.Integer({ description: 'Id of the link' }),
  url: Type.String(),
  state: Type.Enum(LINK_STATES),
  indexed: Type.Enum(INDEXED),
  sent_at: Nullable(Moment),
  job_id: Type.String(),
  job_name: Type.String(),
  tenant_id: Type.String(),
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
  output: Shape('PageOfResultLink', { time_zone: InZone, ...ListOf(ResultLink).properties }),
  example: { by: 'host', key: 'bakery.example', day: 1, part: 'all' },

  handle(
    { tx, caller },
    { by, key, day, part = 'missed', time_zone, page = 1, page_size = DEFAULT_PAGE_SIZE, sort: _, dir, ...scope },
  ) {
    const reader = { now: tx.now, caller, days: daysAsked(tx, caller, time_zone) }
    return new Searched(async (look) => {
      const cell = await cellAt(look, reader, { by, key, day, part, ...scope })
      const jobs = await jobsOfCell(look, caller, cell, dir)
      return {
        time_zone: reader.days.zone,
        items: linksOfCell(look, caller, cell, jobs, { page, page_size, dir }),
        total: jobs.reduce((sum, job) => sum + job.links, 0),
        page,
        page_size,
      }
    })
  },
})

const Note = Shape('ResultNote', {
  id: Nullable(Type.String({ description: 'null if the product writes it' })),
  day: Type.String({ format: 'date' }),
  text: Type.String(),
  tenant_id: Nullable(Type.String({ description: 'Workspace that it is about; null for the install' })),
  tenant_name: Nullable(Type.String()),
  created_by: Nullable(Type.String()),
})

export const getResultNotes = read({
  name: 'get_result_notes',
  route: 'GET /results/notes',
  role: 'member',
  instead: 'list_jobs',
  summary: 'Notes on the weeks of the results, such as a relaunch, oldest first.',
  description:
    'Notes about your workspace and those below it; with `tenant_id`, about that one and your own. Platform admins also read when a supplier was added.',
  input: Type.Object({ tenant_id: RESULT_SCOPE.tenant_id, last_weeks: RESULT_SCOPE.last_weeks }),
  output: Shape('ResultNotes', {
    time_zone: InZone,
    notes: Type.Array(Note, { description: 'At most the 200 newest' }),
  }),
  example: {},

  handle({ tx, caller }, scope) {
    const days = daysOf(tx, caller.tenant_id)
    return { time_zone: days.zone, notes: notesSince(tx, caller, days, scope) }
  },
})

export const addResultNote = write({
  name: 'add_result_note',
  route: 'POST /results/notes',
  role: 'member',
  summary: 'Note on the weeks of the results what happened on a day.',
  input: Type.Object({
    day: Type.String({ title: 'Day', format: 'date' }),
    text: Type.String({ title: 'Words', description: 'Such as "Site relaunch"', minLength: 1, maxLength: 60 }),
    tenant_id: Type.Optional(Type.With(OwnTenantId, { title: 'Client' })),
  }),
  output: Note,
  example: { day: '2026-11-09', text: 'Site relaunch' },
  faults: ['conflict'],

  handle({ tx, caller, changed }, { day, text, tenant_id = caller.tenant_id }) {
    const note = addNote(tx, caller, { day, text: text.trim(), tenant_id })
    changed({ target: note.id, tenant_id, after: { day, text: note.text } })
    return note
  },
})

export const deleteResultNote = write({
  name: 'delete_result_note',
  route: 'DELETE /results/notes/{id}',
  role: 'member',
  proof: false,
  summary: 'Delete a note on the weeks of the results.',
  input: Type.Object({ id: Id }),
  output: Note,
  example: { id: 'not_relaunch' },
  subject: (tx, caller, { id }) => findNote(tx, caller, id!),

  handle({ tx, subject, changed }) {
    deleteNote(tx, subject.id)
    changed({ target: subject.id, tenant_id: subject.tenant_id, before: { day: subject.day, text: subject.text } })
    return subject
  },
})
