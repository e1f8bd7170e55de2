import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { freeCheckScreens } from './pages.tsx'
import { toolScreens } from './tools/pages.tsx'

export const freeChecksPages: FeaturePages = { screens: [...toolScreens, ...freeCheckScreens] }
