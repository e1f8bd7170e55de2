import Type from 'typebox'
import { dismissSetup as dismiss } from '../../domains/system/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const dismissSetup = write({
  name: 'dismiss_setup',
  route: 'POST /setup/dismiss',
  role: 'platform',
  summary: 'Hide the list of set-up steps on the dashboard.',
  input: Type.Object({}),
  output: Type.Object({ dismissed: Type.Literal(true) }),
  example: {},

  handle({ tx }) {
    dismiss(tx)
    return { dismissed: true }
  },
})
