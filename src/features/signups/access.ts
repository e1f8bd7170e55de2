/** Settings of sign-up: by approval, or at once. */
import type { Static } from 'typebox'
import { canSend, storedEmail } from '../../domains/mail/index.ts'
import { planNamed } from '../../domains/plans/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { readSetting } from '../../kernel/database/settings.ts'
import type { App } from '../../kernel/operation/app.ts'
import type { AccessSettings, SIGNUP_MODES } from './shapes.ts'

export const ACCESS_SETTING = 'access'

type StoredAccess = { signup_mode: (typeof SIGNUP_MODES)[number] }

export const storedAccess = (tx: ReadTx): StoredAccess => ({
  signup_mode: 'approval',
  ...readSetting<Partial<StoredAccess>>(tx, ACCESS_SETTING),
})

/** The settings in the shape of the API, with the content of a new workspace. */
export function accessSettings(tx: ReadTx, app: Pick<App, 'catalog'>): Static<typeof AccessSettings> {
  return { ...storedAccess(tx), can_sign_up: canSignUp(tx), free_plan: planNamed(app, 'free') }
}

/** Whether the public pages accept sign-ups: only a letter can verify an address. */
export const canSignUp = (tx: ReadTx): boolean => canSend(storedEmail(tx))
