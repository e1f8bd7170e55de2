import Type from 'typebox'
import { findPush, heldLinks, PushId } from '../index.ts'
import { ListOf, listInput } from '../../../kernel/database/list.ts'
import { read } from '../../../kernel/operation/operation.ts'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { Nullable } from '../../../kernel/operation/shape.ts'

const HeldUrl = Shape('HeldUrl', {
  url: Type.String(),
  is_new: Type.Boolean({ description: 'false: changed' }),
  lastmod: Nullable(Type.String({ description: 'Date from the source' })),
})

export const listHeldUrls = read({
  name: 'list_held_urls',
  route: 'GET /standing-pushes/{id}/held',
  role: null,
  summary: 'Links of a standing push that wait for a decision, newest first.',
  input: Type.Object({ ...listInput('lastmod'), id: PushId }),
  output: ListOf(HeldUrl),
  example: { id: 'stp_bakery' },
  subject: (tx, caller, { id }) => findPush(tx, caller, id!),

  handle: ({ tx, subject }, { id: _, ...asked }) => heldLinks(tx, subject, asked),
})
