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
import type { Reader } from '../../src/kernel/language/reader.ts'
import { said, say, sayStored } from '../../src/kernel/language/say.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'
import { type Face, faceOfSignIn } from '../branding.ts'
import { issuesIn, refusalFor } from '../form-refusal.ts'
import type { Child } from '../jsx/elements.ts'
import { Button } from '../parts/button.tsx'
import { Field, FormAlert } from '../parts/forms/field.tsx'
import type { Issue } from '../parts/forms/form.tsx'
import { ONCE } from '../parts/hx.ts'
import { Panel, Ways } from '../parts/page/plain.tsx'
import { Say } from '../parts/text/say.tsx'
import { publicPageOf } from '../shell.tsx'
import { toSecondStep } from '../sign-in/second-factor.tsx'
import { Trial } from './trial.tsx'

const draw = (call: Call, title: string, children: Child, face: Partial<Face> = faceOfSignIn(call)) =>
  publicPageOf(call, title, children, face)

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
  const { to } = faceOfSignIn(call)
  switch (outcome.act) {
    case 'signed_in':
      return goTo(outcome.next, undefined, [outcome.opened.cookie])
    case 'second_step':
      return toSecondStep(call, outcome.token, outcome.next)
    case 'linked':
      return goTo(outcome.next, { text: said('{provider} is connected. It signs you in from now on.', { provider }) })
    case 'proved': {
      const done = (
        <Panel title={say(to, 'Confirmed')} text={say(to, 'Close this tab and press Continue in the one before.')} />
      )
      return htmlResponse(draw(call, say(to, 'Confirmed'), done), 200, { 'set-cookie': outcome.cookie })
    }
    case 'tried':
      return draw(call, 'Trial', <Trial {...trialOf(call, outcome)} provider={provider} back={outcome.next} />, {
        brand: faceOfSignIn(call).brand,
      })
    case 'letter':
      return draw(call, say(to, 'Check your e-mail'), <Unconnected to={to} provider={provider} email={outcome.email} />)
  }
}

/** The same text with and without an account for the address. */
export const Unconnected = ({ to, provider, email }: { to: Reader; provider: string; email: string }) => (
  <Panel
    title={say(to, 'Not connected yet')}
    text={say(to, '{provider} says that you are {email}. No account here is connected to that yet.', {
      provider,
      email,
    })}
  >
    <p>{say(to, 'If this address has an account, an e-mail with a link to connect it is on its way.')}</p>
    <p>{say(to, 'Or sign in another way, then connect it on your account page.')}</p>
    <Ways>
      <a href={SIGN_IN}>{say(to, 'Sign in another way')}</a>
    </Ways>
  </Panel>
)

function refusedPage(call: Call, error: unknown): Reply {
  if (!(error instanceof SsoRefused)) throw error
  const { to } = faceOfSignIn(call)
  const message = refusalFor(to, error)
  if (error.reason === 'denied') return goTo(SIGN_IN, { text: message, tone: 'info' })
  const down = error.reason === 'unreachable'
  const title = down ? say(to, 'No answer') : say(to, 'Not signed in')
  return htmlResponse(draw(call, title, <NotSignedIn to={to} title={title} message={message} />), down ? 502 : 400)
}

export const NotSignedIn = ({ to, title, message }: { to: Reader; title: string; message: string }) => (
  <Panel title={title} text={message}>
    <Ways>
      <a href={SIGN_IN}>{say(to, 'Back to sign-in')}</a>
    </Ways>
  </Panel>
)

async function connectPage(call: Call, issues: readonly Issue[] = []) {
  const { provider, email, user, need, here, elsewhere } = await offerAt(call)
  const { to } = faceOfSignIn(call)
  const title = say(to, 'Connect sign-in')
  if (!here) {
    const message = sayStored(to, elsewhere)
    return draw(call, title, <NotSignedIn to={to} title={say(to, 'Another browser')} message={message} />)
  }
  const action = `${CONNECT}?token=${encodeURIComponent(call.query.token ?? '')}`
  const props = { provider: provider.name, email, account: user.email, need }
  return draw(call, title, <Connect to={to} {...props} action={action} issues={issues} />)
}

type ConnectProps = {
  to: Reader
  action: string
  provider: string
  email: string
  account: string
  need: { password: boolean; code: boolean; sign_in: boolean }
  issues: readonly Issue[]
}

export const Connect = ({ to, action, provider, email, account, need, issues }: ConnectProps) => {
  const problem = (name: string) => issues.find(({ path }) => path === name)?.message
  return (
    <Panel
      title={say(to, 'Connect {name}?', { name: provider })}
      text={say(to, 'Signing in there as {email} then opens the account {account} here.', { email, account })}
    >
      {need.sign_in ? (
        <p>
          <Say
            to={to}
            text="<a>Sign in</a> first, then open the link of the e-mail again."
            tags={{ a: (words) => <a href={SIGN_IN}>{words}</a> }}
          />
        </p>
      ) : (
        <form method="post" action={action} class="form" {...ONCE}>
          <FormAlert error={problem('')} />
          {need.password && (
            <Field name="password" label={say(to, 'Password of {account}', { account })} error={problem('password')}>
              {(control) => (
                <input class="input" type="password" autocomplete="current-password" required {...control} />
              )}
            </Field>
          )}
          {need.code && (
            <Field
              name="code"
              label={say(to, 'Code of your authenticator app, or a recovery code')}
              error={problem('code')}
            >
              {(control) => <input class="input" type="text" autocomplete="one-time-code" required {...control} />}
            </Field>
          )}
          <Button class="btn primary wide" label={say(to, 'Connect {name}', { name: provider })} />
        </form>
      )}
    </Panel>
  )
}

async function accept(call: Call): Promise<Reply> {
  try {
    const { provider } = await acceptConnection(call)
    const text = say(faceOfSignIn(call).to, '{name} is connected. Use its button to sign in.', { name: provider.name })
    return goTo(SIGN_IN, { text })
  } catch (error) {
    if (error instanceof SsoRefused) return refusedPage(call, error)
    if (!(error instanceof Fault) || !ON_PAGE.includes(error.code)) throw error
    return htmlResponse(
      await connectPage(call, issuesIn(error, ['rate_limited', 'conflict'], faceOfSignIn(call).to)),
      error.status,
      waitHeaders(error),
    )
  }
}

const ON_PAGE = ['validation_failed', 'rate_limited', 'conflict']

type UndoneProps = { to: Reader; provider: string; account: string; action: string }

export const UndoConnection = ({ to, provider, account, action }: UndoneProps) => (
  <Panel
    title={say(to, 'Disconnect {name}?', { name: provider })}
    text={say(to, 'It then no longer signs in to the account {account}, which is signed out everywhere.', { account })}
  >
    <form method="post" action={action} class="form" {...ONCE}>
      <Button class="btn primary wide" label={say(to, 'Disconnect {name}', { name: provider })} />
    </form>
  </Panel>
)

function undoPage(call: Call) {
  const { provider, user } = undoAt(call)
  const action = `${UNDO}?token=${encodeURIComponent(call.query.token ?? '')}`
  const { to } = faceOfSignIn(call)
  const content = <UndoConnection to={to} provider={provider} account={user.email} action={action} />
  return draw(call, say(to, 'Disconnect sign-in'), content)
}

function undone(call: Call): Reply {
  const { provider } = undo(call)
  return goTo(SIGN_IN, {
    text: say(
      faceOfSignIn(call).to,
      '{provider} is disconnected. Choose a new password if you do not know why it was connected.',
      { provider },
    ),
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
