/** The page of an agency or of a client, and its reader. */
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { getShell } from '../../src/operations/account/shell.ts'

/** Whether the visitor is one of a client's own people, and not of the agency above it. */
export async function isOwnPerson(call: SignedInCall): Promise<boolean> {
  const { workspace, others } = await call.call(getShell, {})
  return workspace?.kind === 'client' && !others.some(({ id }) => id === workspace.parent_id)
}

export const isAgency = async (call: SignedInCall): Promise<boolean> =>
  (await call.call(getShell, {})).workspace?.kind === 'agency'
