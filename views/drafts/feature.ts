import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { DRAFT_CASES } from './cases.ts'
import { draftScreens } from './pages.tsx'

export const draftsPages: FeaturePages = { screens: draftScreens, slots: DRAFT_CASES }
