/** The header that opens a source behind a login; sealed at rest. */
import type { App } from '../../../kernel/operation/app.ts'
import { invalid } from '../../../kernel/operation/fault.ts'
import { hintOf, type SealedColumn, sealContext } from '../../../kernel/secrets/seal.ts'
import type { PushRow } from '../tables.ts'

export const SOURCE_SECRETS: SealedColumn = {
  table: 'standing_pushes',
  column: 'authorization_sealed',
  key: ['id'],
  what: 'authorization headers of standing pushes',
  forget: 'update standing_pushes set authorization_sealed = null where id = ?',
  afterwards: 'enter them again in the rules of their sources',
}

type Sealed = Pick<PushRow, 'id' | 'authorization_sealed'>

export const authorizationOf = (
  { sealer }: Pick<App, 'sealer'>,
  { id, authorization_sealed }: Sealed,
): string | null =>
  authorization_sealed === null ? null : sealer.open(authorization_sealed, sealContext(SOURCE_SECRETS, id))

/** As it is kept; empty text means none. */
export function sealAuthorization({ sealer }: Pick<App, 'sealer'>, id: string, text: string): string | null {
  return text === '' ? null : sealer.seal(assertAuthorization(text), sealContext(SOURCE_SECRETS, id))
}

/** A header that can be sent, or 422. */
export function assertAuthorization(text: string): string {
  if (!/^[\x20-\x7e]*$/.test(text))
    throw invalid({ path: 'authorization', message: 'may hold printable ASCII characters only' })
  return text
}

export const hintOfAuthorization = (app: Pick<App, 'sealer'>, row: Sealed): { set: true; hint: string } | null => {
  const text = authorizationOf(app, row)
  return text === null ? null : hintOf(text)
}
