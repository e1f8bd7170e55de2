import Type from 'typebox'
import {
  findListedJob,
  INDEXED,
  JobId,
  LEAVE_PARTS,
  LINK_BRIEF,
  LINK_CREDITS,
  Link,
  LOOK_PARTS,
  listLinks,
  STATE_WORDS,
} from '../../domains/jobs/index.ts'
import { ListOf, listInput, Search } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'

export const listJobUrls = read({
  name: 'list_job_urls',
  route: 'GET /jobs/{id}/urls',
  role: null,
  tool: {
    when: 'for the links of a job: those not indexed (`indexed: no`), flagged (`state: flagged`, with `fix`), refunded (`credit: released`)',
    returns: 'links with state, verdict and credit',
    next: 'get_check_results has the evidence; send_unindexed_to_indexer pushes again',
    inputs: {
      q: 'Text in the URL',
      state: 'Links in this state alone',
      indexed: 'Links with this verdict alone',
      credit: 'Links whose credit is so',
      warned: 'Links that the pre-flight warns of, or those that it does not',
    },
    hides: ['look', 'leaves'],
    brief: LINK_BRIEF,
  },
  summary: "A job's links, with what the search engine shows and what became of each credit.",
  input: Type.Object({
    id: JobId,
    ...listInput('uid', 'url', 'state'),
    q: Search,
    state: Type.Optional(
      Type.Enum(STATE_WORDS, {
        title: 'State',
        description: '`waiting` is queued, scheduled or sent; `skipped` is flagged or cancelled',
      }),
    ),
    indexed: Type.Optional(Type.Enum(INDEXED, { title: 'Indexed' })),
    credit: Type.Optional(Type.Enum(LINK_CREDITS, { title: 'Credit' })),
    guarantee: Type.Optional(
      Type.Boolean({ title: 'Covered', description: 'Whether the guarantee covers them; default: both' }),
    ),
    warned: Type.Optional(
      Type.Boolean({ title: 'With warnings', description: 'Whether they have a pre-flight warning; default: both' }),
    ),
    look: Type.Optional(
      Type.Enum(LOOK_PARTS, {
        title: 'Checks',
        description:
          'Sent links by their checks up to day 1, 3 or 7: `seen_3` were found by day 3, `unseen_3` were not, `due_3` wait for that check. `charged`: links with a check to come and a reserved check credit. Default: all',
      }),
    ),
    leaves: Type.Optional(
      Type.Enum(LEAVE_PARTS, {
        title: 'Leaves',
        description: '`sent`: already sent; `today`: due before midnight UTC; `later`: due after it. Default: all',
      }),
    ),
  }),
  output: ListOf(Link),
  example: { id: 'job_guestposts', indexed: 'no' },
  subject: (tx, caller, { id }) => findListedJob(tx, caller, id!),

  handle: ({ tx, caller, subject: job }, { id: _, page, page_size, sort, dir, ...filters }) =>
    listLinks(tx, { job, caller }, filters, { page, page_size, sort, dir }),
})
