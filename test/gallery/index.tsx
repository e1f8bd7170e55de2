/** Every view over sample data: for looking at, for the tests of markup, CSP and accessibility. */

import type { Html } from '../../views/jsx/html.ts'
import { accountGallery } from './account.tsx'
import { keyGallery } from './api-keys.tsx'
import { clockGallery } from './clock.tsx'
import { connectGallery } from './connect.tsx'
import { docsGallery } from './docs.tsx'
import { draftGallery } from './drafts.tsx'
import { billingGallery } from './install/billing.tsx'
import { brandingGallery } from './install/branding.tsx'
import { emailGallery } from './install/emails.tsx'
import { freeCheckGallery } from './install/free-checks.tsx'
import { indexnowGallery } from './install/indexnow.tsx'
import { marginGallery } from './install/margin.tsx'
import { packGallery } from './install/packs.tsx'
import { platformGallery } from './install/platform.tsx'
import { providerGallery } from './install/providers.tsx'
import { supplierGallery } from './install/suppliers.tsx'
import { systemGallery } from './install/system.tsx'
import { userGallery } from './install/users.tsx'
import { clientLetterGallery } from './letters-to-clients.tsx'
import { oauthGallery } from './oauth.tsx'
import { otherWaysGallery } from './other-ways.tsx'
import { partsPage } from './parts.tsx'
import { portalGallery } from './portal.tsx'
import { publicGallery } from './public.tsx'
import { clientGallery } from './pushes/clients.tsx'
import { cohortGallery } from './pushes/cohorts.tsx'
import { creditGallery } from './pushes/credits.tsx'
import { dashboardGallery } from './pushes/dashboard.tsx'
import { jobGallery } from './pushes/jobs.tsx'
import { linkGallery } from './pushes/links.tsx'
import { moneyGallery } from './pushes/money.tsx'
import { pushGallery } from './pushes/push.tsx'
import { reportGallery } from './reports.tsx'
import { signUpGallery } from './sign-up.tsx'
import { ssoGallery } from './sso.tsx'
import { workspaceGallery } from './workspaces.tsx'

export const gallery: { name: string; page: () => Html }[] = [
  ...dashboardGallery,
  ...ssoGallery,
  ...clientGallery,
  ...brandingGallery,
  ...clockGallery,
  ...jobGallery,
  ...linkGallery,
  ...clientLetterGallery,
  ...cohortGallery,
  ...indexnowGallery,
  ...otherWaysGallery,
  ...draftGallery,
  ...pushGallery,
  ...publicGallery,
  ...reportGallery,
  ...signUpGallery,
  ...userGallery,
  ...workspaceGallery,
  ...creditGallery,
  ...moneyGallery,
  ...marginGallery,
  ...packGallery,
  ...billingGallery,
  ...platformGallery,
  ...keyGallery,
  ...connectGallery,
  ...accountGallery,
  ...oauthGallery,
  ...supplierGallery,
  ...providerGallery,
  ...systemGallery,
  ...freeCheckGallery,
  ...emailGallery,
  ...docsGallery,
  ...portalGallery,
  { name: 'parts', page: () => partsPage() },
]
