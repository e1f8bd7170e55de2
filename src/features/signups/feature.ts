import { SIGN_UP_MAILS } from '../../../views/signups/mails.ts'
import { feature } from '../feature.ts'
import { CODES, countAsking, dropOldSignUps, forgetStranger } from './index.ts'
import * as access from './operations/access-settings.ts'
import * as invites from './operations/invites.ts'
import * as waitlist from './operations/waitlist.ts'
import { answerStrangersTask } from './tasks.ts'

export const signups = feature({
  name: 'signups',
  summary: 'How strangers get an account: sign-up, invites and the waitlist.',
  needs: [],
  operations: { ...access, ...invites, ...waitlist },
  tasks: [answerStrangersTask],
  counts: { waitlist: countAsking },
  sealed: [CODES],
  expired: [dropOldSignUps],
  forgets: forgetStranger,
  tabs: [
    { menu: 'operator', entry: 'People', behind: '/users', title: 'Invites', under: '/invites' },
    { menu: 'operator', entry: 'People', behind: '/invites', title: 'Waitlist', under: '/waitlist', count: 'waitlist' },
  ],
  letters: SIGN_UP_MAILS,
})
