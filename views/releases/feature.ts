import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { releaseScreens } from './pages.tsx'
import { newsOf, WhatIsNew } from './releases.tsx'
import { whatsNewLink, whatsNewScreens } from './whats-new.tsx'

export const releasesPages: FeaturePages = {
  screens: [...releaseScreens, ...whatsNewScreens],
  slots: { operator_banner: newsOf, person_link: whatsNewLink, versions: WhatIsNew },
}
