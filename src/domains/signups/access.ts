/** How strangers get in: by approval, or at once. */
import type { Static } from 'typebox'
import type { App } from '../../kernel/app.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { readSetting } from '../../kernel/settings.ts'
import { canSend, storedEmail } from '../mail/index.ts'
import { planNamed } from '../plans/index.ts'
import type { AccessSettings, SIGNUP_MODES } from './shapes.ts'

export const ACCESS_SETTING = 'access'

export type StoredAccess = { signup_mode: (typeof SIGNUP_MODES)[number] }

export const storedAccess = (tx: ReadTx): StoredAccess => ({
  signup_mode: 'approval',
  ...readSetting<Partial<StoredAccess>>(tx, ACCESS_SETTING),
})

/** As the wire shows them: with what a new workspace is given. */
export function accessSettings(tx: ReadTx, app: Pick<App, 'catalog'>): Static<typeof AccessSettings> {
  return { ...storedAccess(tx), can_sign_up: canSignUp(tx), free_plan: planNamed(app, 'free') }
}

/** Whether the public pages take anybody: an address can be proved by a letter alone. */
export const canSignUp = (tx: ReadTx): boolean => canSend(storedEmail(tx))
