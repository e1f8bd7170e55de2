import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { repairScreens } from './pages.tsx'

export const repairsPages: FeaturePages = { screens: repairScreens }
