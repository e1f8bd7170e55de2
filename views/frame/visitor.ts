/** Preferences and permissions of the visitor. */

import type { Call, SignedInCall } from '../../src/doors/pages/web.ts'
import { isAtOwnDomain, type Role } from '../../src/kernel/operation/caller.ts'
import { type AnyOperation, mayCall } from '../../src/kernel/operation/operation.ts'
import { getShell } from '../../src/operations/account/shell.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { preferencesFrom } from '../document.tsx'

export const preferencesOf = (call: Call) =>
  preferencesFrom({
    theme: call.cookies('theme') ?? undefined,
    density: call.cookies('density') ?? undefined,
    keys: call.cookies('keys') ?? undefined,
    api: call.cookies('api') ?? undefined,
    separator: call.cookies('separator') ?? undefined,
  })

/** Pages do not offer operations that the visitor may not call. */
export const may = ({ caller }: SignedInCall, operation: AnyOperation): boolean => mayCall(operation, caller)

/** The highest role that the visitor may give. */
export const mayGive = ({ caller }: SignedInCall): Role => (isAtOwnDomain(caller) ? 'client_viewer' : caller.role)

/** Whether the visitor may push, cancel and share; viewers may not. */
export const mayWrite = (call: SignedInCall): boolean => may(call, submitIndexJob)

/** The pages of the agency of a client, for a visitor who has access to it. */
export async function agencyOf(call: SignedInCall): Promise<string | null> {
  const { workspace, others } = await call.call(getShell, {})
  const above = workspace?.kind === 'client' && others.find(({ id }) => id === workspace.parent_id)
  return above ? `/app/w/${above.id}` : null
}
