import {
  actionFromAnywhere,
  type Call,
  page,
  publicAction,
  publicPage,
  type Screen,
} from '../../src/doors/pages/web.ts'
import { previewDigestNow } from '../../src/features/notices/operations.ts'
import {
  type Addressee,
  confirmRecipient,
  recipientToConfirm,
  recipientToStop,
  subscribeAgain,
  unsubscribe,
} from '../../src/features/notices/visitors.ts'
import { letterInFrame } from '../emails/frame.ts'
import { pageOf, seenBy, tokenOf } from '../mail/answer-page.ts'
import { Post } from '../parts/forms/post.tsx'
import { Panel } from '../parts/page/plain.tsx'
import { digestPage, noticeActions, notificationsPage } from './notifications.tsx'

type AnswerProps = { email: string; workspace: string; action: string }

/** Asks first: programs that open every link of an e-mail must not unsubscribe people. */
const Stop = ({ email, workspace, action }: AnswerProps) => (
  <Panel
    title={`Stop e-mail about ${workspace}?`}
    text={`${email} gets the digest and the notices of ${workspace}. They end at once. E-mails about your account, such as a new password, still arrive.`}
  >
    <Post action={action} class="btn primary wide" label="Stop e-mails" />
  </Panel>
)

const Stopped = ({ email, workspace, action }: AnswerProps) => (
  <Panel title="E-mails stopped" text={`${email} gets no e-mail about ${workspace} now.`}>
    <Post action={action} class="btn wide" label="Get them again" />
  </Panel>
)

const Agree = ({ email, workspace, action }: AnswerProps) => (
  <Panel
    title={`E-mail about ${workspace}`}
    text={`Send results of ${workspace}, and what needs a person, to ${email}? Each e-mail has a link that ends them.`}
  >
    <Post action={action} class="btn primary wide" label="Send e-mails" />
  </Panel>
)

const STOP = '/unsubscribe'
const AGAIN = '/unsubscribe/again'
const AGREE = '/notices'

const answerScreens: readonly Screen[] = [
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

export const noticeScreens: readonly Screen[] = [
  page('/notifications', (call) => notificationsPage(call)),
  page('/notifications/preview', digestPage),
  page('/notifications/digest', async (call) =>
    letterInFrame((await call.call(previewDigestNow, { id: call.caller.tenant_id })).html),
  ),
  ...noticeActions,
  ...answerScreens,
]
