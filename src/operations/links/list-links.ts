import Type from 'typebox'
import { allLinks, LINK_SORTS, ListedLink, linkFilters } from '../../domains/links/index.ts'
import { ListOf, listInput } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Nullable } from '../../kernel/operation/shape.ts'

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
  }),
  example: { moment: 'sent', from: '2026-11-01', to: '2026-11-30', page_size: 20 },

  handle: ({ tx, caller }, asked) => allLinks(tx, caller, asked),
})
