/** The public pages behind the links of letters: looking changes nothing, a POST does. */
import {
  type Asked,
  askedToConfirm,
  askedToStop,
  confirmRecipient,
  subscribeAgain,
  unsubscribe,
} from '../../src/domains/notices/index.ts'
import { actionFromAnywhere, type Call, publicAction, publicPage, type Screen } from '../../src/doors/pages/web.ts'
import { brandFor } from '../branding.ts'
import type { Child } from '../jsx/elements.ts'
import { publicPageOf } from '../shell.tsx'
import { Said } from '../sign-in/verify.tsx'
import { Agree, type AnswerProps, Stop, Stopped } from './answer.tsx'

const STOP = '/unsubscribe'
const AGAIN = '/unsubscribe/again'
const AGREE = '/notices'

export const answerScreens: readonly Screen[] = [
  publicPage(STOP, (call) => {
    const asked = askedToStop(call.app, tokenOf(call))
    if (asked.unsubscribed) return stopped(call, asked)
    return pageOf(call, asked, 'Stop these letters?', <Stop {...propsOf(call, asked, STOP)} />)
  }),
  // Mail programs send it themselves (RFC 8058), from wherever they are.
  actionFromAnywhere(STOP, (call) => stopped(call, unsubscribe(call.app, tokenOf(call), seenBy(call)))),
  publicAction(AGAIN, (call) => {
    const asked = subscribeAgain(call.app, tokenOf(call), seenBy(call))
    return done(call, asked, 'You get them again', `The next letter about ${asked.workspace} comes to ${asked.email}.`)
  }),
  publicPage(AGREE, (call) => {
    const asked = askedToConfirm(call.app, tokenOf(call))
    return pageOf(call, asked, 'Letters', <Agree {...propsOf(call, asked, AGREE)} />)
  }),
  publicAction(AGREE, (call) => {
    const asked = confirmRecipient(call.app, tokenOf(call), seenBy(call))
    return done(call, asked, 'Thank you', `Letters about ${asked.workspace} go to ${asked.email} from now on.`)
  }),
]

const tokenOf = (call: Call): string => call.query.token ?? ''
const seenBy = ({ visit }: Call) => ({ ip: visit.ip, request_id: visit.id })

const propsOf = (call: Call, { email, workspace }: Asked, to: string): AnswerProps => ({
  email,
  workspace,
  action: `${to}?token=${encodeURIComponent(tokenOf(call))}`,
})

const stopped = (call: Call, asked: Asked) =>
  pageOf(call, asked, 'Stopped', <Stopped {...propsOf(call, asked, AGAIN)} />)

const done = (call: Call, asked: Asked, title: string, words: string) =>
  pageOf(call, asked, title, <Said title={title}>{words}</Said>)

const pageOf = (call: Call, { tenant_id }: Asked, title: string, content: Child) =>
  publicPageOf(call, title, content, undefined, false, brandFor(call, tenant_id))
