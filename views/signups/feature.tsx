import type { FeaturePages, SignedInCall } from '../../src/doors/pages/web.ts'
import { listWaitlist } from '../../src/features/signups/operations/waitlist.ts'
import { count, type OverviewPart } from '../kit/overview-part.tsx'
import { inviteScreens } from './invites/pages.tsx'
import { SIGN_UP, signUpScreens } from './sign-up/pages.tsx'

const overviewPart = async (call: SignedInCall): Promise<OverviewPart> => {
  const { total } = await call.call(listWaitlist, { page_size: 1, status: 'pending' })
  return { asking: [count('Requests on the waitlist', '/waitlist', total)] }
}

export const signupsPages: FeaturePages = {
  screens: [...signUpScreens, ...inviteScreens],
  slots: { operator_overview: overviewPart, sign_up: SIGN_UP },
}
