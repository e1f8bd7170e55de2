/** The second step of a sign-in: the code of a factor, or a recovery code. A passkey alone is enough to sign in. */
import { readerFor } from '../../src/doors/pages/branding.ts'
import {
  dropStep,
  finishStep,
  hostsAt,
  passkeyHost,
  passkeyOptions,
  signInWithPasskey,
  stepCookie,
  stepPerson,
  waitsAt,
} from '../../src/doors/pages/sign-in/steps.ts'
import {
  type Call,
  goTo,
  htmlResponse,
  publicAction,
  publicPage,
  type Screen,
  SIGN_IN,
  waitHeaders,
} from '../../src/doors/pages/web.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { listed, said, say } from '../../src/kernel/language/say.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'
import { localPath } from '../../src/kernel/web-fetch/local-path.ts'
import { type Face, faceOfSignIn } from '../branding.ts'
import { refusalFor } from '../form-refusal.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/forms/field.tsx'
import { ONCE } from '../parts/hx.ts'
import { Panel, Ways } from '../parts/page/plain.tsx'
import { PasskeyForm } from '../parts/passkey.tsx'
import { publicPageOf } from '../shell.tsx'

const SECOND = `${SIGN_IN}/second`
/** Address for the answer of a passkey; its options are below it. */
export const PASSKEY = `${SIGN_IN}/passkey`

/** Redirects to the second step, with the cookie that names it. */
export const toSecondStep = (call: Call, token: string, next: string | undefined, keep?: string) =>
  goTo(`${SECOND}${next ? `?next=${encodeURIComponent(next)}` : ''}`, undefined, [
    stepCookie(call, token),
    ...(keep ? [keep] : []),
  ])

type SecondFactorProps = {
  to: Reader
  action: string
  next?: string | undefined
  error?: string | undefined
  /** Hosts of the person's passkeys; `here` is the host of this page. */
  hosts?: readonly string[]
  here?: string | null
}

export const SecondFactor = ({ to, action, next, error, hosts = [], here = null }: SecondFactorProps) => (
  <Panel
    title={say(to, 'Second step')}
    text={say(to, 'Enter the code of your authenticator app, or one of your recovery codes.')}
  >
    <form method="post" action={action} class="form" {...ONCE}>
      {next && <input type="hidden" name="next" value={next} />}
      <Field name="code" label={say(to, 'Code')} error={error}>
        {(control) => (
          <input
            class="input"
            type="text"
            autocomplete="one-time-code"
            autofocus
            maxlength="64"
            required
            {...control}
          />
        )}
      </Field>
      <Button class="btn primary wide" label={say(to, 'Sign in')} />
    </form>
    {here !== null && hosts.includes(here) && (
      <PasskeyForm
        to={to}
        does="enter"
        action={PASSKEY}
        from={`${PASSKEY}/options`}
        fields={next ? { next } : {}}
        verb={say(to, 'Use your passkey')}
      />
    )}
    <Elsewhere to={to} hosts={hosts} here={here} />
    <Ways>
      <a href={SIGN_IN}>{say(to, 'Start again')}</a>
    </Ways>
  </Panel>
)

/** A passkey works only at its own host. */
const Elsewhere = ({ to, hosts, here }: { to: Reader; hosts: readonly string[]; here: string | null }) =>
  hosts.length > 0 && (here === null || !hosts.includes(here)) ? (
    <p class="hint">{say(to, 'Your passkey works at {hosts} only.', { hosts: listed(to, hosts) })}</p>
  ) : null

/** The language of the person who waits for the second step, else of all who sign in here. */
function faceOfStep(call: Call): Face {
  const user_id = stepPerson(call)
  const face = faceOfSignIn(call)
  return user_id === null ? face : { ...face, to: readerFor(call.app, user_id) }
}

function draw(call: Call, props: Omit<SecondFactorProps, 'action' | 'to'>) {
  const face = faceOfStep(call)
  const at = { action: SECOND, hosts: hostsAt(call), here: passkeyHost(call) }
  return publicPageOf(call, say(face.to, 'Second step'), <SecondFactor to={face.to} {...at} {...props} />, face)
}

function secondPage(call: Call) {
  if (!waitsAt(call)) return goTo(SIGN_IN, { text: say(faceOfSignIn(call).to, 'Start again.'), tone: 'info' })
  return draw(call, { next: call.query.next && localPath(call.query.next, '/app') })
}

async function finish(call: Call) {
  const { code = '', next } = call.form
  try {
    const { cookie, codes_left } = await finishStep(call, code)
    const left =
      codes_left === null
        ? undefined
        : {
            text: said(
              '{codes, plural, one {# recovery code} other {# recovery codes}} left. Add a new factor on your account page if yours is lost.',
              { codes: codes_left },
            ),
          }
    return goTo(localPath(next, '/app'), left, [cookie, dropStep(call)])
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    if (error.code === 'unauthorized')
      return goTo(SIGN_IN, { text: refusalFor(faceOfSignIn(call).to, error), tone: 'bad' })
    const { to } = faceOfStep(call)
    const wrong = error.code === 'validation_failed'
    return htmlResponse(
      draw(call, { next, error: wrong ? say(to, 'The code is wrong or was used already.') : refusalFor(to, error) }),
      wrong ? 422 : error.status,
      waitHeaders(error),
    )
  }
}

async function enterWithPasskey(call: Call) {
  try {
    const { cookie } = await signInWithPasskey(call)
    return goTo(localPath(call.form.next, '/app'), undefined, [cookie, dropStep(call)])
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return goTo(SIGN_IN, { text: refusalFor(faceOfSignIn(call).to, error), tone: 'bad' })
  }
}

function sendOptions(call: Call) {
  const { options, cookie } = passkeyOptions(call)
  return Response.json(options, { headers: { 'set-cookie': cookie } })
}

export const secondScreens: readonly Screen[] = [
  publicPage(SECOND, secondPage),
  publicAction(SECOND, finish),
  publicAction(PASSKEY, enterWithPasskey),
  publicAction(`${PASSKEY}/options`, sendOptions),
]
