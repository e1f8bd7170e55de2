/** Every view over sample data: for looking at, for the tests of markup, CSP and accessibility. */

import type { Html } from '../../views/jsx/html.ts'
import { drawPages } from './answered/draw.ts'
import { docsGallery } from './docs.tsx'
import { engineGallery } from './engines.tsx'
import { evidenceGallery } from './evidence.tsx'
import { brandingGallery } from './install/branding.tsx'
import { freeCheckGallery } from './install/free-checks.tsx'
import { clientLetterGallery } from './letters-to-clients.tsx'
import { oauthGallery } from './oauth.tsx'
import { otherWaysGallery } from './other-ways.tsx'
import { partsPage } from './parts.tsx'
import { portalGallery } from './portal.tsx'
import { publicGallery } from './public.tsx'
import { jobGallery } from './pushes/jobs.tsx'
import { linkGallery } from './pushes/links.tsx'
import { pushGallery } from './pushes/push.tsx'
import { reportGallery } from './reports.tsx'
import { sampleGallery } from './sample.tsx'
import { signUpGallery } from './sign-up.tsx'
import { ssoGallery } from './sso.tsx'
import { strangersGallery } from './strangers.tsx'
import { viewAsGallery } from './view-as.tsx'

export const gallery: { name: string; page: () => Html | string }[] = [
  ...ssoGallery,
  ...evidenceGallery,
  ...brandingGallery,
  ...engineGallery,
  ...jobGallery,
  ...linkGallery,
  ...clientLetterGallery,
  ...otherWaysGallery,
  ...pushGallery,
  ...publicGallery,
  ...reportGallery,
  ...sampleGallery,
  ...signUpGallery,
  ...strangersGallery,
  ...viewAsGallery,
  ...oauthGallery,
  ...freeCheckGallery,
  ...docsGallery,
  ...portalGallery,
  { name: 'parts', page: () => partsPage() },
  ...(await drawPages()).map(({ name, html }) => ({ name, page: () => html })),
]
