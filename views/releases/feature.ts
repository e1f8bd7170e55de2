import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { releaseScreens } from './pages.tsx'
import { newsOf, WhatIsNew } from './releases.tsx'

export const releasesPages: FeaturePages = {
  screens: releaseScreens,
  slots: { operator_banner: newsOf, versions: WhatIsNew },
}
