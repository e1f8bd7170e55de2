/** The pages behind the links of report e-mails. */
import {
  confirmReader,
  readAgain,
  readerToConfirm,
  readerToStop,
  stopReader,
} from '../../../src/features/reports/deliveries/visitors.ts'
import { say } from '../../../src/kernel/language/say.ts'
import { answerScreens } from '../../mail/answer-page.tsx'

export const readerScreens = answerScreens({
  at: { stop: '/unsubscribe/reports', again: '/unsubscribe/reports/again', agree: '/reports/confirm' },
  calls: { toStop: readerToStop, stop: stopReader, again: readAgain, toAgree: readerToConfirm, agree: confirmReader },
  words: ({ email, workspace: client }, to) => ({
    stop: {
      title: say(to, 'Stop reports of {client}?', { client }),
      text: say(
        to,
        '{email} gets no further reports of {client}. Reports that were sent stay readable, and other e-mails still come.',
        { email, client },
      ),
      verb: say(to, 'Stop reports'),
    },
    stopped: {
      title: say(to, 'Reports of {client} stopped', { client }),
      text: say(to, '{email} gets no further reports. If that was a mistake, take it back here.', { email }),
      verb: say(to, 'Get reports again'),
    },
    resumed: {
      title: say(to, 'You get reports again'),
      text: say(to, 'Reports of {client} go to {email}.', { client, email }),
    },
    agree: {
      title: say(to, 'Reports of {client}', { client }),
      text: say(to, 'Send the reports of {client} to {email}? Each has a link that ends them.', { client, email }),
      verb: say(to, 'Send reports'),
    },
    agreed: { title: say(to, 'Thank you'), text: say(to, 'Reports of {client} go to {email}.', { client, email }) },
  }),
})
