/** The second step of a sign-in: the code of a factor, or a recovery code. A passkey alone is enough to sign in. */
import {
  dropStep,
  finishStep,
  hostsAt,
  passkeyHost,
  passkeyOptions,
  signInWithPasskey,
  stepCookie,
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
import { Fault } from '../../src/kernel/operation/fault.ts'
import { localPath } from '../../src/kernel/web-fetch/local-path.ts'
import { brandOfSignIn } from '../branding.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/forms/field.tsx'
import { ONCE } from '../parts/hx.ts'
import { Panel, Ways } from '../parts/page/plain.tsx'
import { PasskeyForm } from '../parts/passkey.tsx'
import { many } from '../parts/text/format.ts'
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

const TITLE = 'Second step'

type SecondFactorProps = {
  action: string
  next?: string | undefined
  error?: string | undefined
  /** Hosts of the person's passkeys; `here` is the host of this page. */
  hosts?: readonly string[]
  here?: string | null
}

const SecondFactor = ({ action, next, error, hosts = [], here = null }: SecondFactorProps) => (
  <Panel title={TITLE} text="Enter the code of your authenticator app, or one of your recovery codes.">
    <form method="post" action={action} class="form" {...ONCE}>
      {next && <input type="hidden" name="next" value={next} />}
      <Field name="code" label="Code" error={error}>
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
      <Button class="btn primary wide" label="Sign in" />
    </form>
    {here !== null && hosts.includes(here) && (
      <PasskeyForm
        does="enter"
        action={PASSKEY}
        from={`${PASSKEY}/options`}
        fields={next ? { next } : {}}
        verb="Use your passkey"
      />
    )}
    <Elsewhere hosts={hosts} here={here} />
    <Ways>
      <a href={SIGN_IN}>Start again</a>
    </Ways>
  </Panel>
)

/** A passkey works only at its own host. */
const Elsewhere = ({ hosts, here }: { hosts: readonly string[]; here: string | null }) =>
  hosts.length > 0 && (here === null || !hosts.includes(here)) ? (
    <p class="hint">{`Your passkey works at ${hosts.join(' and ')} only.`}</p>
  ) : null

function draw(call: Call, props: Omit<SecondFactorProps, 'action'>) {
  const form = <SecondFactor action={SECOND} hosts={hostsAt(call)} here={passkeyHost(call)} {...props} />
  return publicPageOf(call, TITLE, form, brandOfSignIn(call))
}

function secondPage(call: Call) {
  if (!waitsAt(call)) return goTo(SIGN_IN, { text: 'Start again.', tone: 'info' })
  return draw(call, { next: call.query.next && localPath(call.query.next, '/app') })
}

async function finish(call: Call) {
  const { code = '', next } = call.form
  try {
    const { cookie, codes_left } = await finishStep(call, code)
    const said =
      codes_left === null
        ? undefined
        : {
            text: `${many(codes_left, 'recovery code', 'recovery codes')} left. Add a new factor on your account page if yours is lost.`,
          }
    return goTo(localPath(next, '/app'), said, [cookie, dropStep(call)])
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    if (error.code === 'unauthorized') return goTo(SIGN_IN, { text: error.message, tone: 'bad' })
    const wrong = error.code === 'validation_failed'
    return htmlResponse(
      draw(call, { next, error: wrong ? 'The code is wrong or was used already.' : error.message }),
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
    return goTo(SIGN_IN, { text: error.message, tone: 'bad' })
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
