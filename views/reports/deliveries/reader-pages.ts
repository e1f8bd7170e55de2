/** The pages behind the links of report e-mails. */
import {
  confirmReader,
  readAgain,
  readerToConfirm,
  readerToStop,
  stopReader,
} from '../../../src/features/reports/deliveries/visitors.ts'
import { answerScreens } from '../../mail/answer-page.tsx'

export const readerScreens = answerScreens({
  at: { stop: '/unsubscribe/reports', again: '/unsubscribe/reports/again', agree: '/reports/confirm' },
  calls: { toStop: readerToStop, stop: stopReader, again: readAgain, toAgree: readerToConfirm, agree: confirmReader },
  words: ({ email, workspace }) => ({
    stop: {
      title: `Stop reports of ${workspace}?`,
      text: `${email} gets no further reports of ${workspace}. Reports that were sent stay readable, and other e-mails still come.`,
      verb: 'Stop reports',
    },
    stopped: {
      title: `Reports of ${workspace} stopped`,
      text: `${email} gets no further reports. If that was a mistake, take it back here.`,
      verb: 'Get reports again',
    },
    resumed: { title: 'You get reports again', text: `Reports of ${workspace} go to ${email}.` },
    agree: {
      title: `Reports of ${workspace}`,
      text: `Send the reports of ${workspace} to ${email}? Each has a link that ends them.`,
      verb: 'Send reports',
    },
    agreed: { title: 'Thank you', text: `Reports of ${workspace} go to ${email}.` },
  }),
})
