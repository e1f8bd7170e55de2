import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { ssoSettings } from './pages.tsx'
import { ssoScreens } from './sign-in.tsx'

export const ssoPages: FeaturePages = { screens: [...ssoScreens, ...ssoSettings] }
