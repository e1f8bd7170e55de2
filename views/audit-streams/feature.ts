import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { auditStreamScreens } from './pages.tsx'

export const auditStreamsPages: FeaturePages = {
  screens: auditStreamScreens,
  slots: { audit_menu: (at) => [{ label: 'Streams', icon: 'send', href: `${at}/streams` }] },
}
