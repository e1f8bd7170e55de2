import { readerFor } from '../../src/doors/pages/branding.ts'
import {
  acceptInvitation,
  closeSession,
  confirmEmail,
  disownAddress,
  endFinishedViews,
  INVITATIONS,
  invitationsOf,
  invitedBy,
  proofAt,
  revokeKeysOf,
  sessionCookieName,
  signIn,
} from '../../src/doors/pages/sign-in/accounts.ts'
import { passkeyHost, SecondStep } from '../../src/doors/pages/sign-in/steps.ts'
import {
  type Call,
  filled,
  fromOf,
  goTo,
  htmlResponse,
  keptCookie,
  type Markup,
  pageVisitorAt,
  publicAction,
  publicPage,
  type Reply,
  readCookie,
  type Screen,
  SIGN_IN,
  SIGN_OUT,
  visitorAt,
  waitHeaders,
} from '../../src/doors/pages/web.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { said, say, text } from '../../src/kernel/language/say.ts'
import { Fault, notFound } from '../../src/kernel/operation/fault.ts'
import { DAY, SECOND } from '../../src/kernel/time/clock.ts'
import { localPath } from '../../src/kernel/web-fetch/local-path.ts'
import { domainOfCall, faceOfInvited, faceOfSignIn } from '../branding.ts'
import { SIGNALPOST } from '../document.tsx'
import { issuesIn, refusalFor } from '../form-refusal.ts'
import type { Issue } from '../parts/forms/form.tsx'
import { Panel } from '../parts/page/plain.tsx'
import { publicPageOf } from '../shell.tsx'
import { PASSKEY, toSecondStep } from './second-factor.tsx'
import { SignIn } from './sign-in.tsx'
import { Verify } from './verify.tsx'
import { Welcome } from './welcome.tsx'

declare module '../../src/doors/pages/screens.ts' {
  interface Slots {
    /** Other ways to sign in. */
    sign_in: {
      buttons(call: Call): readonly { name: string; href: string }[]
      /** Read before the session closes: the page that signs out elsewhere too; null where it was not opened there. */
      away(call: Call, token: string): ((cookies: string[]) => Response) | null
    }
    /** Accounts for strangers. */
    sign_up: {
      isOpen(call: Call): boolean
      /** The page of an address that welcomes somebody; null for a token of others. */
      welcome(call: Call, token: string): Markup | null
      /** The page that confirms an address, and its form; null for a token of others. */
      verify(call: Call, token: string): Markup | null
      confirm(call: Call, token: string): Promise<Reply> | null
    }
  }
}

const strangers = (call: Call) => filled(call, 'sign_up')[0]

/** Address to sign in and continue to `path`. */
export const signInTo = (path: string): string => `${SIGN_IN}?next=${encodeURIComponent(path)}`

export const accountScreens: readonly Screen[] = [
  publicPage('/app', home),
  publicPage(SIGN_IN, (call) => signInPage(call, { next: call.query.next })),
  publicAction(SIGN_IN, enter),
  publicAction(SIGN_OUT, leave),
  publicPage('/welcome', (call) => welcomePage(call, [])),
  publicAction('/welcome', accept),
  publicPage('/verify', verifyPage),
  publicAction('/verify', verify),
  publicAction('/verify/not-mine', disown),
]

/** Redirects to the workspace of the domain, or else to the person's first workspace. */
async function home(call: Call) {
  const { app, flash } = call
  const visitor = await pageVisitorAt(call)
  if (!visitor) return goTo(SIGN_IN, flash ?? undefined)
  const { caller, within } = visitor
  if (!caller && invitationsOf(app, visitor).length > 0) return goTo(INVITATIONS)
  if (!caller)
    throw new Fault(
      'forbidden',
      within
        ? text('You are not a member of this workspace yet. Ask the person who invited you.')
        : text('You are not a member of any workspace yet. Ask the person who invited you.'),
    )
  return goTo(`/app/w/${caller.tenant_id}`, flash ?? undefined, visitor.cookie ? [visitor.cookie] : [])
}

function signInPage(call: Call, { next, email, error }: { next?: string; email?: string; error?: string }) {
  const face = faceOfSignIn(call)
  const { brand, to } = face
  const domain = domainOfCall(call)
  const where = {
    action: SIGN_IN,
    next: next && localPath(next, '/app'),
    sign_up: domain || !strangers(call) ? undefined : '/sign-up',
  }
  const passkey = passkeyHost(call) === null ? undefined : PASSKEY
  const form = (
    <SignIn
      {...where}
      to={to}
      providers={filled(call, 'sign_in').flatMap(({ buttons }) => buttons(call))}
      passkey={passkey}
      email={email}
      error={error}
      at={brand === SIGNALPOST ? undefined : brand.name}
      owner={domain?.name}
    />
  )
  return publicPageOf(call, say(to, 'Sign in'), form, face)
}

/** Cookie that tells this browser from strangers who guess the password. Browsers keep cookies no longer. */
const KNOWN = 'known'
const KNOWN_FOR = (400 * DAY) / SECOND

const keepOf = ({ app }: Call, known: string | undefined): string => keptCookie(app, KNOWN, known ?? '', KNOWN_FOR)

async function enter(call: Call) {
  const { email = '', password = '', next } = call.form
  try {
    const { cookie, known } = await signIn(call.app, email, password, {
      ...fromOf(call),
      known: readCookie(call, KNOWN),
    })
    return goTo(localPath(next, '/app'), undefined, [cookie, keepOf(call, known)])
  } catch (error) {
    if (error instanceof SecondStep) return toSecondStep(call, error.token, next, keepOf(call, error.known))
    if (!(error instanceof Fault)) throw error
    return htmlResponse(
      signInPage(call, { next, email, error: refusalFor(faceOfSignIn(call).to, error) }),
      error.code === 'rate_limited' ? 429 : 422,
      waitHeaders(error),
    )
  }
}

/** Clears pages kept for Back and typed lists. Cookies stay: the host may have other programs. */
const LEFT_BEHIND = '"cache", "storage"'

async function leave(call: Call) {
  const token = call.cookies(sessionCookieName(call.app.config))
  const away = token === null ? [] : filled(call, 'sign_in').flatMap(({ away }) => away(call, token) ?? [])
  const cookies = token === null ? [] : [await closeSession(call.app, token)]
  endFinishedViews(call.app)
  const reply =
    away[0]?.(cookies) ?? goTo(SIGN_IN, { text: say(faceOfSignIn(call).to, 'You are signed out.') }, cookies)
  reply.headers.set('clear-site-data', LEFT_BEHIND)
  return reply
}

/** An invited person chooses a password. */
function welcomePage(call: Call, issues: Issue[]) {
  const token = call.query.token ?? ''
  const welcomed = strangers(call)?.welcome(call, token)
  if (welcomed) return welcomed
  const user = invitedBy(call.app, token)
  if (!user) throw notFound('invitation')
  const action = `/welcome?token=${encodeURIComponent(token)}`
  const face = faceOfInvited(call, user)
  const form = <Welcome to={face.to} action={action} name={user.name} email={user.email} issues={issues} />
  return publicPageOf(call, say(face.to, 'Welcome'), form, face)
}

async function accept(call: Call) {
  try {
    const { cookie } = await acceptInvitation(call.app, call.query.token ?? '', call.form.password ?? '', fromOf(call))
    return goTo('/app', { text: said('Welcome. You are signed in.') }, [cookie])
  } catch (error) {
    return htmlResponse(welcomePage(call, issuesIn(error, [], readerOfInvited(call))), 422)
  }
}

const readerOfInvited = (call: Call): Reader => {
  const user = invitedBy(call.app, call.query.token ?? '')
  return user ? faceOfInvited(call, user).to : faceOfSignIn(call).to
}

/** Asks before it confirms: programs that open every link of an e-mail must not verify a stranger's address. */
async function verifyPage(call: Call) {
  const token = call.query.token ?? ''
  const asked = strangers(call)?.verify(call, token)
  if (asked) return asked
  const found = proofAt(call.app, token)
  if (!found) throw notFound('confirmation')
  const { user_id, name, email, made } = found
  const visitor = await visitorAt(call)
  const action = `/verify?token=${encodeURIComponent(token)}`
  const face = { ...faceOfSignIn(call), to: readerFor(call.app, user_id) }
  const props = {
    to: face.to,
    action,
    name,
    email,
    made,
    account: found.account === email ? null : found.account,
    sign_in: visitor?.user.id === user_id ? null : signInTo(action),
  }
  return publicPageOf(call, say(face.to, 'Confirm your address'), <Verify {...props} />, face)
}

/** Only the signed-in owner verifies an address: a link may arrive in a stranger's mailbox. */
async function verify(call: Call) {
  const token = call.query.token ?? ''
  const confirmed = strangers(call)?.confirm(call, token)
  if (confirmed) return confirmed
  const found = proofAt(call.app, token)
  if (!found) throw notFound('confirmation')
  if ((await visitorAt(call))?.user.id !== found.user_id)
    return goTo(signInTo(`/verify?token=${encodeURIComponent(token)}`), {
      text: say(faceOfSignIn(call).to, 'Sign in to the account of {name}, then confirm.', { name: found.name }),
      tone: 'info',
    })
  const { email } = confirmEmail(call.app, token, found.user_id, call.visit.ip)
  return goTo('/app', { text: said('{email} is confirmed.', { email }) })
}

function disown(call: Call) {
  const face = faceOfSignIn(call)
  const { deleted } = disownAddress(call.app, call.query.token ?? '', call.visit.ip, revokeKeysOf)
  const done = deleted ? say(face.to, 'The account is deleted.') : say(face.to, 'The address stays free.')
  const panel = <Panel title={done} text={say(face.to, 'You can close this page.')} />
  return publicPageOf(call, done, panel, face)
}
