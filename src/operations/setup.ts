import Type from 'typebox'
import {
  AddressCheck,
  checkAddress,
  dismissSetup as dismiss,
  isSetupDismissed,
  lastAddressCheck,
  SETUP_TASKS,
  type SetupTask,
  setupDone,
} from '../domains/system/index.ts'
import { outbound, read, write } from '../kernel/operation/operation.ts'
import { Shape } from '../kernel/operation/schema-names.ts'
import { Nullable } from '../kernel/operation/shape.ts'

export const checkSiteAddress = outbound({
  name: 'check_site_address',
  route: 'POST /setup/address/check',
  role: 'platform',
  summary: 'Check that people reach the install at its address: it fetches itself over HTTPS.',
  description: 'A failed check is no error: `message` says what was found. The latest result is part of get_setup.',
  input: Type.Object({}),
  output: AddressCheck,
  example: {},

  handle: ({ app, signal, write }) => checkAddress(app, signal, write),
})

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

const steps = Object.fromEntries(SETUP_TASKS.map((name) => [name, Type.Boolean()])) as Record<SetupTask, Type.TBoolean>

export const getSetup = read({
  name: 'get_setup',
  route: 'GET /setup',
  role: 'platform',
  summary: 'Set-up steps of the install that are done, and the latest check of its address.',
  input: Type.Object({}),
  output: Shape('Setup', {
    done: Type.Object(steps),
    dismissed: Type.Boolean({ description: 'The list of steps was closed' }),
    address: Nullable(AddressCheck),
  }),
  example: {},

  handle: ({ tx, app, caller }) => ({
    done: setupDone(tx, app, caller.path),
    dismissed: isSetupDismissed(tx),
    address: lastAddressCheck(tx, app),
  }),
})
