/** The public pages behind the links of report e-mails: opening one changes nothing, a POST does. */

import { actionFromAnywhere, type Call, publicAction, publicPage, type Screen } from '../../../src/doors/pages/web.ts'
import {
  confirmReader,
  type ReportReader,
  readAgain,
  readerToConfirm,
  readerToStop,
  stopReader,
} from '../../../src/features/reports/deliveries/visitors.ts'
import { pageOf, seenBy, tokenOf } from '../../mail/answer-page.ts'
import { Post } from '../../parts/forms/post.tsx'
import { Panel } from '../../parts/page/plain.tsx'

const STOP = '/unsubscribe/reports'
const AGAIN = '/unsubscribe/reports/again'
const CONFIRM = '/reports/confirm'

export const readerScreens: readonly Screen[] = [
  publicPage(STOP, (call) => {
    const reader = readerToStop(call.app, tokenOf(call))
    if (reader.unsubscribed) return stopped(call, reader)
    return question(call, reader, {
      title: `Stop reports of ${reader.workspace}?`,
      words: `${reader.email} gets no further reports of ${reader.workspace}. Reports that were sent stay readable, and other e-mails still come.`,
      verb: 'Stop reports',
      to: STOP,
      main: true,
    })
  }),
  // Mail programs send this POST themselves (RFC 8058), from any origin.
  actionFromAnywhere(STOP, (call) => stopped(call, stopReader(call.app, tokenOf(call), seenBy(call)))),
  publicAction(AGAIN, (call) => {
    const reader = readAgain(call.app, tokenOf(call), seenBy(call))
    return done(call, reader, 'You get reports again')
  }),
  publicPage(CONFIRM, (call) => {
    const reader = readerToConfirm(call.app, tokenOf(call))
    return question(call, reader, {
      title: `Reports of ${reader.workspace}`,
      words: `Send the reports of ${reader.workspace} to ${reader.email}? Each has a link that ends them.`,
      verb: 'Send reports',
      to: CONFIRM,
      main: true,
    })
  }),
  publicAction(CONFIRM, (call) => {
    const reader = confirmReader(call.app, tokenOf(call), seenBy(call))
    return done(call, reader, 'Thank you')
  }),
]

const stopped = (call: Call, reader: ReportReader) =>
  question(call, reader, {
    title: `Reports of ${reader.workspace} stopped`,
    words: `${reader.email} gets no further reports. If that was a mistake, take it back here.`,
    verb: 'Get reports again',
    to: AGAIN,
  })

const done = (call: Call, reader: ReportReader, title: string) =>
  pageOf(call, reader, title, <Panel title={title} text={`Reports of ${reader.workspace} go to ${reader.email}.`} />)

type Question = { title: string; words: string; verb: string; to: string; main?: boolean }

const question = (call: Call, reader: ReportReader, { title, words, verb, to, main }: Question) =>
  pageOf(
    call,
    reader,
    title,
    <Panel title={title} text={words}>
      <Post action={`${to}?token=${encodeURIComponent(tokenOf(call))}`} class={main ? 'btn primary wide' : 'btn wide'}>
        {verb}
      </Post>
    </Panel>,
  )
