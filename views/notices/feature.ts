import type { FeaturePages, Slots } from '../../src/doors/pages/web.ts'
import { say } from '../../src/kernel/language/say.ts'
import { opens, there } from '../kit/case-line.ts'
import { noticeScreens } from './pages.tsx'

const NOTICE_WORDS: Slots['case_words'] = {
  mailbox: (one, { may, zone }) => ({
    icon: 'bell',
    tone: 'warn',
    text: say(zone, 'The mail server refuses {address}', { address: one.name }),
    sub: say(zone, 'E-mail for this workspace goes to this address'),
    ...opens(say(zone, 'Change address'), there(one, '/notifications'), may.packs),
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
