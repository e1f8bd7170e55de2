/** Part of the operator's overview: requests on the waitlist. */
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { listWaitlist } from '../../src/features/signups/operations/waitlist.ts'
import { count, type OverviewPart } from '../kit/overview-part.tsx'

export const overviewPart = async (call: SignedInCall): Promise<OverviewPart> => {
  const { total } = await call.call(listWaitlist, { page_size: 1, status: 'pending' })
  return { asking: [count('Requests on the waitlist', '/waitlist', total)] }
}
