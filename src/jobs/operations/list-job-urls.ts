import Type from 'typebox'
import { contains, ListOf, list, listInput, Search, when } from '../../kernel/list.ts'
import { read } from '../../kernel/operation.ts'
import { findJob } from '../find.ts'
import { INDEXED, LINK_COLUMNS, LINK_CREDITS, LINK_STATES, Link } from '../shapes.ts'

export const listJobUrls = read({
  name: 'list_job_urls',
  route: 'GET /jobs/{id}/urls',
  role: null,
  tool: true,
  summary: "A job's links, with what the search engine shows and what became of each credit.",
  input: Type.Object({
    id: Type.String({ title: 'Job' }),
    ...listInput('uid', 'url', 'state'),
    q: Search,
    state: Type.Optional(Type.Enum(LINK_STATES, { title: 'State' })),
    indexed: Type.Optional(Type.Enum(INDEXED, { title: 'Indexed' })),
    credit: Type.Optional(Type.Enum(LINK_CREDITS, { title: 'Credit' })),
  }),
  output: ListOf(Link),
  example: { id: 'job_guestposts', indexed: 'no' },
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  handle({ tx, subject }, { q, state, indexed, credit, id: _, ...page }) {
    const filters = [
      state ? when('l.state = ?', state) : null,
      indexed ? when('l.indexed = ?', indexed) : null,
      credit ? when('l.credit = ?', credit) : null,
      contains('l.url', q),
    ]
    return list(
      tx,
      {
        select: LINK_COLUMNS,
        from: 'links l',
        where: [when('l.job_id = ?', subject.id), ...filters],
        sorts: { uid: 'l.id', url: 'l.url', state: 'l.state' },
        tie: 'l.id',
        total: filters.some(Boolean) ? undefined : subject.link_count,
      },
      page,
    )
  },
})
