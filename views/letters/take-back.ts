import { TAKE_BACK } from '../../src/domains/accounts/index.ts'
import type { Flash, SignedInCall } from '../../src/doors/pages/web.ts'
import { SECOND } from '../../src/kernel/time/clock.ts'
import type { UndoData } from '../frame/toast.tsx'

/** Undo of a letter that was written a moment ago; it leads back to its words. */
export const letterUndoOf = (
  { base }: Pick<SignedInCall, 'base'>,
  { id, ...written }: NonNullable<Flash['letter']>,
): UndoData => ({
  action: `${base}/write/${encodeURIComponent(id)}/take-back`,
  fields: written,
  seconds: TAKE_BACK / SECOND,
  what: 'the sending of this e-mail',
})
