import Type from 'typebox'
import { Factor, FactorName, factorView, findFactor, renameFactor as rename } from '../../domains/accounts/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const renameFactor = write({
  name: 'rename_factor',
  route: 'PATCH /profile/factors/{id}',
  role: null,
  person: true,
  at_install: true,
  summary: 'Rename one of your second factors.',
  input: Type.Object({ id: Type.String({ title: 'Factor' }), name: FactorName }),
  output: Factor,
  example: { id: 'fac_ada', name: 'Phone' },
  subject: (tx, caller, { id }) => findFactor(tx, caller.user_id ?? '', id!),

  handle({ tx, caller, subject, changed }, { id, name }) {
    rename(tx, id, name)
    changed({ target: id, before: { name: subject.name }, after: { name } })
    return factorView(findFactor(tx, caller.user_id ?? '', id))
  },
})
