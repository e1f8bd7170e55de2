/** Every view over sample data: for looking at, for the tests of markup, CSP and accessibility. */
import { accountGallery } from './gallery/account.tsx'
import { keyGallery } from './gallery/api-keys.tsx'
import { clientGallery } from './gallery/clients.tsx'
import { clockGallery } from './gallery/clock.tsx'
import { connectGallery } from './gallery/connect.tsx'
import { dashboardGallery } from './gallery/dashboard.tsx'
import { docsGallery } from './gallery/docs.tsx'
import { draftGallery } from './gallery/drafts.tsx'
import { indexnowGallery } from './gallery/indexnow.tsx'
import { jobGallery } from './gallery/jobs.tsx'
import { oauthGallery } from './gallery/oauth.tsx'
import { packGallery } from './gallery/packs.tsx'
import { partsPage } from './gallery/parts.tsx'
import { planGallery } from './gallery/plans.tsx'
import { publicGallery } from './gallery/public.tsx'
import { pushGallery } from './gallery/push.tsx'
import { signUpGallery } from './gallery/sign-up.tsx'
import { systemGallery } from './gallery/system.tsx'
import { userGallery } from './gallery/users.tsx'
import type { Html } from './jsx/html.ts'

export const gallery: { name: string; page: () => Html }[] = [
  ...dashboardGallery,
  ...clientGallery,
  ...clockGallery,
  ...jobGallery,
  ...indexnowGallery,
  ...draftGallery,
  ...pushGallery,
  ...publicGallery,
  ...signUpGallery,
  ...userGallery,
  ...packGallery,
  ...planGallery,
  ...keyGallery,
  ...connectGallery,
  ...accountGallery,
  ...oauthGallery,
  ...systemGallery,
  ...docsGallery,
  { name: 'parts', page: () => partsPage() },
]
