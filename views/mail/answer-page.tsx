/** Pages behind the links of e-mails, whose readers have no account: opening one changes nothing, a POST does. */
import { readerAtAddress } from '../../src/doors/pages/branding.ts'
import { actionFromAnywhere, type Call, publicAction, publicPage, type Screen } from '../../src/doors/pages/web.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { faceOf } from '../branding.ts'
import { Post } from '../parts/forms/post.tsx'
import { Panel } from '../parts/page/plain.tsx'
import { publicPageOf } from '../shell.tsx'

/** The reader whom the token of the address names. */
type Asked = { tenant_id: string; workspace: string; email: string; unsubscribed?: boolean }
type Seen = { ip: string | null; request_id: string }
type Find = (app: Call['app'], token: string, seen: Seen) => Asked

/** `verb`: the button of a question. */
type Said = { title: string; text: string; verb?: string }
type Step = 'stop' | 'again' | 'agree'

type AnswersSpec = {
  /** The letters are in the language of their recipient; else in that of the workspace. */
  own?: true
  at: Readonly<Record<Step, string>>
  /** Before the act, and the act itself. */
  calls: { toStop: Find; stop: Find; again: Find; toAgree: Find; agree: Find }
  words: (asked: Asked, to: Reader) => Readonly<Record<'stop' | 'stopped' | 'resumed' | 'agree' | 'agreed', Said>>
}

/** Stops e-mails, resumes them, and confirms an address. */
export function answerScreens({ own, at, calls, words }: AnswersSpec): readonly Screen[] {
  const draw = (call: Call, find: Find, of: keyof ReturnType<typeof words>, leadsTo?: Step) => {
    const token = call.query.token ?? ''
    const asked = find(call.app, token, { ip: call.visit.ip, request_id: call.visit.id })
    const [said, to] = of === 'stop' && asked.unsubscribed ? (['stopped', 'again'] as const) : ([of, leadsTo] as const)
    const ofWorkspace = faceOf(call, asked.tenant_id)
    const face = own ? { ...ofWorkspace, to: readerAtAddress(call.app, asked.email, asked.tenant_id) } : ofWorkspace
    const { title, text, verb } = words(asked, face.to)[said]
    const content = (
      <Panel title={title} text={text}>
        {to && (
          <Post
            action={`${at[to]}?token=${encodeURIComponent(token)}`}
            class={to === 'again' ? 'btn wide' : 'btn primary wide'}
            label={verb}
          />
        )}
      </Panel>
    )
    return publicPageOf(call, title, content, face)
  }
  return [
    publicPage(at.stop, (call) => draw(call, calls.toStop, 'stop', 'stop')),
    // Mail programs send this POST themselves (RFC 8058), from any origin.
    actionFromAnywhere(at.stop, (call) => draw(call, calls.stop, 'stopped', 'again')),
    publicAction(at.again, (call) => draw(call, calls.again, 'resumed')),
    publicPage(at.agree, (call) => draw(call, calls.toAgree, 'agree', 'agree')),
    publicAction(at.agree, (call) => draw(call, calls.agree, 'agreed')),
  ]
}
