import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { inviteScreens } from './invites/pages.tsx'
import { overviewPart } from './operator-part.tsx'
import { SIGN_UP, signUpScreens } from './sign-up/pages.tsx'

export const signupsPages: FeaturePages = {
  screens: [...signUpScreens, ...inviteScreens],
  slots: { operator_overview: overviewPart, sign_up: SIGN_UP },
}
