import Type from 'typebox'
import { findError, TrackedError } from '../../domains/system/index.ts'
import { resolveError as resolve } from '../../kernel/environment/errors.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Id } from '../../kernel/operation/shape.ts'

export const resolveError = write({
  name: 'resolve_error',
  route: 'PATCH /errors/{id}',
  role: 'platform',
  tool: {
    when: 'as a platform admin, once a failure is fixed',
    returns: 'the failure',
    next: 'list_errors for what is left',
    inputs: { id: 'Of list_errors' },
  },
  summary: 'Mark a failure as resolved, or as open again. A resolved one that comes back opens automatically.',
  input: Type.Object({ id: Id, resolved: Type.Boolean({ title: 'Resolved', description: 'false: open again' }) }),
  output: TrackedError,
  example: { id: 'err_odd', resolved: true },
  subject: (tx, _caller, { id }) => findError(tx, id!),

  handle({ tx, subject, changed }, { id, resolved }) {
    resolve(tx, id, resolved)
    const after = findError(tx, id)
    changed({ before: subject, after })
    return after
  },
})
