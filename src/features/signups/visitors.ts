/** Actions of people without an account: sign up, ask for an invite, set a new password. */
import { findReset } from '../../domains/accounts/index.ts'
import type { App } from '../../kernel/operation/app.ts'
import { accessSettings, canSignUp, findSignUp, inviteOfCode } from './index.ts'

export {
  askInvite,
  askReset,
  askSignUp,
  confirmSignUp,
  denySignUp,
  isSameBrowser,
  resetPassword,
  type StrangerOrigin,
} from './index.ts'

/** Whether the install can send the e-mail that sign-up needs. */
export const takesSignUps = (app: App): boolean => app.db.read(canSignUp)

export const accessOf = (app: App) => app.db.read((tx) => accessSettings(tx, app))

/** The invite with this code; null when it does not work. */
export const inviteAt = (app: App, code: string) => app.db.read((tx) => inviteOfCode(tx, code))

export const signUpAt = (app: App, token: string) => app.db.read((tx) => findSignUp(tx, token))

/** The account behind the link of a password e-mail. */
export const resetAt = (app: App, token: string) => app.db.read((tx) => findReset(tx, token))
