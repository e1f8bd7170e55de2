/** Every view over sample data: for looking at, for the tests of markup, CSP and accessibility. */

import type { Html } from '../../views/jsx/html.ts'
import { accountGallery } from './account.tsx'
import { keyGallery } from './api-keys.tsx'
import { billingGallery } from './billing.tsx'
import { brandingGallery } from './branding.tsx'
import { clientGallery } from './clients.tsx'
import { clockGallery } from './clock.tsx'
import { cohortGallery } from './cohorts.tsx'
import { connectGallery } from './connect.tsx'
import { creditGallery } from './credits.tsx'
import { dashboardGallery } from './dashboard.tsx'
import { docsGallery } from './docs.tsx'
import { doorGallery } from './doors.tsx'
import { draftGallery } from './drafts.tsx'
import { emailGallery } from './emails.tsx'
import { freeCheckGallery } from './free-checks.tsx'
import { indexnowGallery } from './indexnow.tsx'
import { jobGallery } from './jobs.tsx'
import { linkGallery } from './links.tsx'
import { marginGallery } from './margin.tsx'
import { moneyGallery } from './money.tsx'
import { oauthGallery } from './oauth.tsx'
import { packGallery } from './packs.tsx'
import { partsPage } from './parts.tsx'
import { platformGallery } from './platform.tsx'
import { portalGallery } from './portal.tsx'
import { providerGallery } from './providers.tsx'
import { publicGallery } from './public.tsx'
import { pushGallery } from './push.tsx'
import { reportGallery } from './reports.tsx'
import { signUpGallery } from './sign-up.tsx'
import { supplierGallery } from './suppliers.tsx'
import { systemGallery } from './system.tsx'
import { userGallery } from './users.tsx'
import { workspaceGallery } from './workspaces.tsx'

export const gallery: { name: string; page: () => Html }[] = [
  ...dashboardGallery,
  ...clientGallery,
  ...brandingGallery,
  ...clockGallery,
  ...jobGallery,
  ...linkGallery,
  ...cohortGallery,
  ...indexnowGallery,
  ...doorGallery,
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
