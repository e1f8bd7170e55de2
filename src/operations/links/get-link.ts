import Type from 'typebox'
import { findAnyLink, LinkDetail, lifeOf } from '../../domains/links/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { MOST } from '../../kernel/operation/shape.ts'

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

  handle: ({ tx, subject }) => lifeOf(tx, subject),
})
