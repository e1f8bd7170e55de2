/** Sign-in through an identity provider, for its people. Works without a script; no form posts to another site. */

import {
  actionFromAnywhere,
  type Call,
  goTo,
  htmlResponse,
  publicAction,
  publicPage,
  type Reply,
  type Screen,
  SIGN_IN,
  waitHeaders,
} from '../../src/doors/pages/web.ts'
import {
  acceptConnection,
  backChannel,
  beginSignIn,
  CONNECT,
  offerAt,
  type SignInOutcome,
  SsoRefused,
  takeProviderAnswer,
  trialOf,
  UNDO,
  undo,
  undoAt,
} from '../../src/features/sso/visitors.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'
import { brandOfSignIn } from '../branding.ts'
import { issuesIn } from '../form-refusal.ts'
import type { Child } from '../jsx/elements.ts'
import { Button } from '../parts/button.tsx'
import { Field, FormAlert } from '../parts/forms/field.tsx'
import type { Issue } from '../parts/forms/form.tsx'
import { ONCE } from '../parts/hx.ts'
import { Panel, Ways } from '../parts/page/plain.tsx'
import { publicPageOf } from '../shell.tsx'
import { toSecondStep } from '../sign-in/second-factor.tsx'
import { Trial } from './trial.tsx'

const draw = (call: Call, title: string, children: Child) => publicPageOf(call, title, children, brandOfSignIn(call))

async function start(call: Call): Promise<Reply> {
  try {
    const { url, cookie } = await beginSignIn(call)
    return goTo(url, undefined, [cookie])
  } catch (error) {
    return refusedPage(call, error)
  }
}

async function callback(call: Call): Promise<Reply> {
  try {
    const { provider, outcome } = await takeProviderAnswer(call)
    return outcomeOf(call, provider, outcome)
  } catch (error) {
    return refusedPage(call, error)
  }
}

function outcomeOf(call: Call, provider: string, outcome: SignInOutcome): Reply {
  switch (outcome.act) {
    case 'signed_in':
      return goTo(outcome.next, undefined, [outcome.opened.cookie])
    case 'second_step':
      return toSecondStep(call, outcome.token, outcome.next)
    case 'linked':
      return goTo(outcome.next, { text: `${provider} is connected. It signs you in from now on.` })
    case 'proved': {
      const done = <Panel title="Confirmed" text="Close this tab and press Continue in the one before." />
      return htmlResponse(draw(call, 'Confirmed', done), 200, { 'set-cookie': outcome.cookie })
    }
    case 'tried':
      return draw(call, 'Trial', <Trial {...trialOf(call, outcome)} provider={provider} back={outcome.next} />)
    case 'letter':
      return draw(call, 'Check your e-mail', <Unconnected provider={provider} email={outcome.email} />)
  }
}

/** The same text with and without an account for the address. */
export const Unconnected = ({ provider, email }: { provider: string; email: string }) => (
  <Panel
    title="Not connected yet"
    text={`${provider} says that you are ${email}. No account here is connected to that yet.`}
  >
    <p>If this address has an account, an e-mail with a link to connect it is on its way.</p>
    <p>Or sign in another way, then connect it on your account page.</p>
    <Ways>
      <a href={SIGN_IN}>Sign in another way</a>
    </Ways>
  </Panel>
)

function refusedPage(call: Call, error: unknown): Reply {
  if (!(error instanceof SsoRefused)) throw error
  if (error.reason === 'denied') return goTo(SIGN_IN, { text: error.message, tone: 'info' })
  const down = error.reason === 'unreachable'
  const title = down ? 'No answer' : 'Not signed in'
  return htmlResponse(draw(call, title, <NotSignedIn title={title} message={error.message} />), down ? 502 : 400)
}

export const NotSignedIn = ({ title, message }: { title: string; message: string }) => (
  <Panel title={title} text={message}>
    <Ways>
      <a href={SIGN_IN}>Back to sign-in</a>
    </Ways>
  </Panel>
)

const TITLE = 'Connect sign-in'

async function connectPage(call: Call, issues: readonly Issue[] = []) {
  const { provider, email, user, need, here, elsewhere } = await offerAt(call)
  if (!here) return draw(call, TITLE, <NotSignedIn title="Another browser" message={elsewhere} />)
  const action = `${CONNECT}?token=${encodeURIComponent(call.query.token ?? '')}`
  const props = { provider: provider.name, email, account: user.email, need }
  return draw(call, TITLE, <Connect {...props} action={action} issues={issues} />)
}

type ConnectProps = {
  action: string
  provider: string
  email: string
  account: string
  need: { password: boolean; code: boolean; sign_in: boolean }
  issues: readonly Issue[]
}

export const Connect = ({ action, provider, email, account, need, issues }: ConnectProps) => {
  const problem = (name: string) => issues.find(({ path }) => path === name)?.message
  return (
    <Panel title={`Connect ${provider}?`} text={`Signing in there as ${email} then opens the account ${account} here.`}>
      {need.sign_in ? (
        <p>
          <a href={SIGN_IN}>Sign in</a> first, then open the link of the e-mail again.
        </p>
      ) : (
        <form method="post" action={action} class="form" {...ONCE}>
          <FormAlert error={problem('')} />
          {need.password && (
            <Field name="password" label={`Password of ${account}`} error={problem('password')}>
              {(control) => (
                <input class="input" type="password" autocomplete="current-password" required {...control} />
              )}
            </Field>
          )}
          {need.code && (
            <Field name="code" label="Code of your authenticator app, or a recovery code" error={problem('code')}>
              {(control) => <input class="input" type="text" autocomplete="one-time-code" required {...control} />}
            </Field>
          )}
          <Button class="btn primary wide" label={`Connect ${provider}`} />
        </form>
      )}
    </Panel>
  )
}

async function accept(call: Call): Promise<Reply> {
  try {
    const { provider } = await acceptConnection(call)
    return goTo(SIGN_IN, { text: `${provider.name} is connected. Use its button to sign in.` })
  } catch (error) {
    if (error instanceof SsoRefused) return refusedPage(call, error)
    if (!(error instanceof Fault) || !ON_PAGE.includes(error.code)) throw error
    return htmlResponse(
      await connectPage(call, issuesIn(error, ['rate_limited', 'conflict'])),
      error.status,
      waitHeaders(error),
    )
  }
}

const ON_PAGE = ['validation_failed', 'rate_limited', 'conflict']

type UndoneProps = { provider: string; account: string; action: string }

export const UndoConnection = ({ provider, account, action }: UndoneProps) => (
  <Panel
    title={`Disconnect ${provider}?`}
    text={`It then no longer signs in to the account ${account}, which is signed out everywhere.`}
  >
    <form method="post" action={action} class="form" {...ONCE}>
      <Button class="btn primary wide" label={`Disconnect ${provider}`} />
    </form>
  </Panel>
)

function undoPage(call: Call) {
  const { provider, user } = undoAt(call)
  const action = `${UNDO}?token=${encodeURIComponent(call.query.token ?? '')}`
  return draw(call, 'Disconnect sign-in', <UndoConnection provider={provider} account={user.email} action={action} />)
}

function undone(call: Call): Reply {
  const { provider } = undo(call)
  return goTo(SIGN_IN, {
    text: `${provider} is disconnected. Choose a new password if you do not know why it was connected.`,
  })
}

export const ssoScreens: readonly Screen[] = [
  publicPage('/app/sso/:id/start', start),
  publicPage('/app/sso/:id/callback', callback),
  actionFromAnywhere('/app/sso/:id/backchannel', backChannel),
  publicPage(CONNECT, (call) => connectPage(call)),
  publicAction(CONNECT, accept),
  publicPage(UNDO, undoPage),
  publicAction(UNDO, undone),
]
