import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { hookScreens } from './deploy-hooks/pages.tsx'
import { standingScreens } from './pages.tsx'
import { standingSlots } from './slots.ts'

export const standingPages: FeaturePages = { screens: [...hookScreens, ...standingScreens], slots: standingSlots }
