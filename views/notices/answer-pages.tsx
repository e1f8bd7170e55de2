/** The public pages behind the links of e-mails: opening one changes nothing, a POST does. */

import { actionFromAnywhere, type Call, publicAction, publicPage, type Screen } from '../../src/doors/pages/web.ts'
import {
  type Addressee,
  confirmRecipient,
  recipientToConfirm,
  recipientToStop,
  subscribeAgain,
  unsubscribe,
} from '../../src/features/notices/visitors.ts'
import { pageOf, seenBy, tokenOf } from '../mail/answer-page.ts'
import { Panel } from '../parts/page/plain.tsx'
import { Agree, type AnswerProps, Stop, Stopped } from './answer.tsx'

const STOP = '/unsubscribe'
const AGAIN = '/unsubscribe/again'
const AGREE = '/notices'

export const answerScreens: readonly Screen[] = [
  publicPage(STOP, (call) => {
    const asked = recipientToStop(call.app, tokenOf(call))
    if (asked.unsubscribed) return stopped(call, asked)
    return pageOf(call, asked, 'Stop e-mails?', <Stop {...propsOf(call, asked, STOP)} />)
  }),
  // Mail programs send this POST themselves (RFC 8058), from any origin.
  actionFromAnywhere(STOP, (call) => stopped(call, unsubscribe(call.app, tokenOf(call), seenBy(call)))),
  publicAction(AGAIN, (call) => {
    const asked = subscribeAgain(call.app, tokenOf(call), seenBy(call))
    return done(call, asked, 'E-mails resumed', `The next e-mail about ${asked.workspace} goes to ${asked.email}.`)
  }),
  publicPage(AGREE, (call) => {
    const asked = recipientToConfirm(call.app, tokenOf(call))
    return pageOf(call, asked, 'E-mails', <Agree {...propsOf(call, asked, AGREE)} />)
  }),
  publicAction(AGREE, (call) => {
    const asked = confirmRecipient(call.app, tokenOf(call), seenBy(call))
    return done(call, asked, 'Confirmed', `E-mails about ${asked.workspace} go to ${asked.email}.`)
  }),
]

const propsOf = (call: Call, { email, workspace }: Addressee, to: string): AnswerProps => ({
  email,
  workspace,
  action: `${to}?token=${encodeURIComponent(tokenOf(call))}`,
})

const stopped = (call: Call, asked: Addressee) =>
  pageOf(call, asked, 'Stopped', <Stopped {...propsOf(call, asked, AGAIN)} />)

const done = (call: Call, asked: Addressee, title: string, words: string) =>
  pageOf(call, asked, title, <Panel title={title} text={words} />)
