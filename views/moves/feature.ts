import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { MOVES, moveScreens } from './pages.tsx'

export const movesPages: FeaturePages = { screens: moveScreens, slots: { moves: MOVES } }
