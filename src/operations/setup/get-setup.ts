import Type from 'typebox'
import {
  AddressCheck,
  isSetupDismissed,
  lastAddressCheck,
  SETUP_TASKS,
  type SetupTask,
  setupDone,
} from '../../domains/system/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Nullable } from '../../kernel/operation/shape.ts'

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
