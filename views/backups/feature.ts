import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { backupScreens } from './pages.tsx'

export const backupsPages: FeaturePages = { screens: backupScreens }
