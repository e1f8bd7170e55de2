import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { retentionScreens } from './pages.tsx'

export const retentionPages: FeaturePages = { screens: retentionScreens }
