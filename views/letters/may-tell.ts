import { languageAt } from '../../src/doors/pages/branding.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { sendEmail } from '../../src/operations/tenants/letters.ts'
import { may } from '../shell.tsx'

/** Whether a page offers letters to the client: not to the client's own people. */
export const mayTellClient = (call: SignedInCall): boolean =>
  may(call, sendEmail) && languageAt(call.app, call.caller) === null
