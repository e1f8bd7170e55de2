import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { clientScreens } from './client-page.tsx'
import { connectScreens } from './connect-pages.tsx'
import { jobGoogle } from './job.tsx'
import { linkGoogle } from './link.tsx'
import { engineScreens } from './pages.tsx'

export const evidencePages: FeaturePages = {
  screens: [...connectScreens, ...engineScreens, ...clientScreens],
  slots: { job_ends: jobGoogle, link_facts: linkGoogle },
}
