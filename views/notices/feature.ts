import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { NOTICE_WORDS } from './cases.ts'
import { noticeScreens } from './pages.tsx'

export const noticesPages: FeaturePages = {
  screens: noticeScreens,
  slots: {
    case_words: NOTICE_WORDS,
    client_places: ({ client }) => ({
      behind: 'Portal',
      label: 'Notifications',
      icon: 'bell',
      href: `/app/w/${client.id}/notifications`,
    }),
  },
}
