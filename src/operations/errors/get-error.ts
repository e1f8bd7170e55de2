import Type from 'typebox'
import { findError, readError, TrackedErrorWhole } from '../../domains/system/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Id } from '../../kernel/operation/shape.ts'

export const getError = read({
  name: 'get_error',
  route: 'GET /errors/{id}',
  role: 'platform',
  summary: 'One kind of failure: its trace, the days on which it happened, and who met it last.',
  input: Type.Object({ id: Id }),
  output: TrackedErrorWhole,
  example: { id: 'err_odd' },
  subject: (tx, _caller, { id }) => findError(tx, id!),
  handle: ({ tx, subject }) => readError(tx, subject.id),
})
