/** The case of a recipient that the mail server refuses. */
import type { Slots } from '../../src/doors/pages/web.ts'
import { opens, there } from '../kit/case-line.ts'

export const NOTICE_WORDS: Slots['case_words'] = {
  mailbox: (one, { may }) => ({
    icon: 'bell',
    tone: 'warn',
    text: `The mail server refuses ${one.name}`,
    sub: 'E-mail for this workspace goes to this address',
    ...opens('Change address', there(one, '/notifications'), may.packs),
  }),
}
