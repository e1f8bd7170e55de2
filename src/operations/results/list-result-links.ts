import Type from 'typebox'
import {
  CELL_PARTS,
  COHORT_ROWS,
  cellAt,
  INDEXED,
  jobsOfCell,
  LINK_STATES,
  linksOfCell,
  RESULT_SCOPE,
} from '../../domains/jobs/index.ts'
import { DEFAULT_PAGE_SIZE, ListOf, listInput } from '../../kernel/database/list.ts'
import { Searched } from '../../kernel/database/search-steps.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Moment, Nullable } from '../../kernel/operation/shape.ts'

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
