import Type from 'typebox'
import { findError } from '../../domains/system/index.ts'
import { deleteError as remove } from '../../kernel/environment/errors.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Id } from '../../kernel/operation/shape.ts'

export const deleteError = write({
  name: 'delete_error',
  route: 'DELETE /errors/{id}',
  role: 'platform',
  proof: false,
  summary: 'Forget a failure and its count. When it comes back it is a new one.',
  input: Type.Object({ id: Id }),
  output: Type.Object({ id: Id, deleted: Type.Literal(true) }),
  example: { id: 'err_odd' },
  subject: (tx, _caller, { id }) => findError(tx, id!),

  handle({ tx, subject, changed }, { id }) {
    remove(tx, id)
    changed({ before: { message: subject.message, place: subject.place, count: subject.count } })
    return { id, deleted: true }
  },
})
