import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { connectScreens } from './pages.tsx'

export const connectPages: FeaturePages = {
  screens: connectScreens,
  slots: { integration: { at: 'connect', label: 'AI apps', is_first: true } },
}
