import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { releaseScreens, whatsNewLink, whatsNewScreens } from './pages.tsx'
import { newsOf, WhatIsNew } from './releases.tsx'

export const releasesPages: FeaturePages = {
  screens: [...releaseScreens, ...whatsNewScreens],
  slots: { operator_banner: newsOf, person_link: whatsNewLink, versions: WhatIsNew },
}
