import type { FeaturePages, Slots } from '../../src/doors/pages/web.ts'
import { opens, there } from '../kit/case-line.ts'
import { noticeScreens } from './pages.tsx'

const NOTICE_WORDS: Slots['case_words'] = {
  mailbox: (one, { may }) => ({
    icon: 'bell',
    tone: 'warn',
    text: `The mail server refuses ${one.name}`,
    sub: 'E-mail for this workspace goes to this address',
    ...opens('Change address', there(one, '/notifications'), may.packs),
  }),
}

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
