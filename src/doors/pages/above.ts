/** Asks beyond the workspace of a page: a page of a client reaches this client alone. */

import { type Ask, askAs } from '../../features/reports/portal/visitors.ts'
import { visitorAt } from '../admit.ts'
import type { SignedInCall } from './screens.ts'

/** Asks from the highest workspace, the page's own or one above it, where the person may act. */
export async function askAbove(call: SignedInCall): Promise<Ask> {
  for (const id of call.caller.path.split('/').slice(1, -2)) {
    const { caller } = (await visitorAt(call, id)) ?? {}
    if (caller && call.caller.path.startsWith(caller.path)) return askAs(call, caller)
  }
  return call.call
}
