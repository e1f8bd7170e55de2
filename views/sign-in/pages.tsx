import {
  acceptInvitation,
  callerIn,
  closeSession,
  confirmEmail,
  disownAddress,
  endOldViews,
  INVITATIONS,
  invitedBy,
  offersTo,
  placesOf,
  proofAt,
  sessionCookieName,
  signIn,
  type Visitor,
  visitorOfPage,
} from '../../src/domains/accounts/index.ts'
import { revokeKeysOf } from '../../src/domains/keys/index.ts'
import {
  type Call,
  goTo,
  htmlResponse,
  publicAction,
  publicPage,
  type Screen,
  SIGN_IN,
  SIGN_OUT,
  waitHeaders,
} from '../../src/doors/web.ts'
import type { Caller } from '../../src/kernel/caller.ts'
import { DAY, SECOND } from '../../src/kernel/clock.ts'
import type { ReadTx } from '../../src/kernel/database.ts'
import { Fault, notFound } from '../../src/kernel/fault.ts'
import { localPath } from '../../src/kernel/local-path.ts'
import { brandOfDomain, domainOfCall } from '../branding.ts'
import { SIGNALPOST } from '../document.tsx'
import type { Issue } from '../parts/form.tsx'
import { issuesIn } from '../refused.ts'
import { publicPageOf } from '../shell.tsx'
import { confirm, confirmPage, isInviteCode, isSignUpLink, signUpPage } from '../sign-up/pages.tsx'
import { SignIn } from './sign-in.tsx'
import { Said, Verify } from './verify.tsx'
import { Welcome } from './welcome.tsx'
import { signInTo, whoIs } from './who.ts'

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

/** To the workspace whose domain was asked, or else the first of whoever is signed in. */
async function home(call: Call) {
  const { app, flash } = call
  const token = call.cookies(sessionCookieName(app.config))
  const domain = domainOfCall(call)
  const visitor = token === null ? null : await visitorOfPage(app, token, domain?.id)
  if (!visitor) return goTo(SIGN_IN, flash ?? undefined)
  const caller = visitor.caller ?? app.db.read((tx) => placeOn(tx, visitor, domain))
  if (!caller && app.db.read((tx) => offersTo(tx, visitor.user.id)).length > 0) return goTo(INVITATIONS)
  if (!caller)
    throw new Fault(
      'forbidden',
      `You are not a member of ${domain ? 'this' : 'any'} workspace yet. Ask whoever invited you.`,
    )
  return goTo(`/app/w/${caller.tenant_id}`, flash ?? undefined, visitor.cookie ? [visitor.cookie] : [])
}

/** On an own domain, someone who only belongs to a workspace below it goes there; a stranger to it goes nowhere. */
function placeOn(tx: ReadTx, { user }: Visitor, domain: { path: string } | null): Caller | null {
  const place = domain && placesOf(tx, user.id).find(({ path }) => path.startsWith(domain.path))
  return domain && !place ? null : callerIn(tx, user, 'session', place?.id)
}

function signInPage(call: Call, { next, email, error }: { next?: string; email?: string; error?: string }) {
  const brand = brandOfDomain(call)
  const to = brand === SIGNALPOST ? undefined : brand.name
  const where = { action: SIGN_IN, next: next && localPath(next, '/app'), sign_up: to ? undefined : '/sign-up' }
  const form = <SignIn {...where} email={email} error={error} to={to} />
  return publicPageOf(call, 'Sign in', form, undefined, false, brand)
}

/** Tells this browser from strangers who guess at the password. Browsers keep nothing for longer. */
const KNOWN = 'known'
const KNOWN_FOR = (400 * DAY) / SECOND

async function enter(call: Call) {
  const { email = '', password = '', next } = call.form
  try {
    const { cookie, known } = await signIn(call.app, email, password, { ...fromOf(call), known: call.cookies(KNOWN) })
    const secure = call.app.config.site_url.startsWith('https:') ? '; Secure' : ''
    const keep = `${KNOWN}=${known}; Path=${SIGN_IN}; Max-Age=${KNOWN_FOR}; HttpOnly; SameSite=Lax${secure}`
    return goTo(localPath(next, '/app'), undefined, [cookie, keep])
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return htmlResponse(
      signInPage(call, { next, email, error: error.message }),
      error.code === 'rate_limited' ? 429 : 422,
      waitHeaders(error),
    )
  }
}

async function leave(call: Call) {
  const token = call.cookies(sessionCookieName(call.app.config))
  const cookies = token === null ? [] : [await closeSession(call.app, token)]
  call.app.db.write((tx) => endOldViews(tx))
  return goTo(SIGN_IN, { text: 'You are signed out.' }, cookies)
}

/** Where an invited person chooses a password. */
function welcomePage(call: Call, issues: Issue[]) {
  const token = call.query.token ?? ''
  if (isInviteCode(token)) return signUpPage(call, token)
  const user = invitedBy(call.app, token)
  if (!user) throw notFound('invitation')
  const action = `/welcome?token=${encodeURIComponent(token)}`
  return publicPageOf(call, 'Welcome', <Welcome action={action} name={user.name} email={user.email} issues={issues} />)
}

async function accept(call: Call) {
  try {
    const { cookie } = await acceptInvitation(call.app, call.query.token ?? '', call.form.password ?? '', fromOf(call))
    return goTo('/app', { text: 'Welcome. You are signed in.' }, [cookie])
  } catch (error) {
    return htmlResponse(welcomePage(call, issuesIn(error)), 422)
  }
}

/**
 * Asks before it confirms: programs that look at every link of an e-mail must not make a stranger's address somebody's.
 */
async function verifyPage(call: Call) {
  const token = call.query.token ?? ''
  if (isSignUpLink(token)) return confirmPage(call, token)
  const found = proofAt(call.app, token)
  if (!found) throw notFound('confirmation')
  const { user_id, name, email, made } = found
  const visitor = await whoIs(call)
  const action = `/verify?token=${encodeURIComponent(token)}`
  const props = {
    ...{ action, name, email, made },
    account: found.account === email ? null : found.account,
    sign_in: visitor?.user.id === user_id ? null : signInTo(action),
  }
  return publicPageOf(call, 'Confirm your address', <Verify {...props} />)
}

/** Only who is signed in to the account makes its address proved: the link alone may lie in a stranger's mailbox. */
async function verify(call: Call) {
  const token = call.query.token ?? ''
  if (isSignUpLink(token)) return confirm(call, token)
  const found = proofAt(call.app, token)
  if (!found) throw notFound('confirmation')
  if ((await whoIs(call))?.user.id !== found.user_id)
    return goTo(signInTo(`/verify?token=${encodeURIComponent(token)}`), {
      text: `Sign in to the account of ${found.name}, then confirm.`,
      tone: 'info',
    })
  const { email } = confirmEmail(call.app, token, found.user_id, call.visit.ip)
  return goTo('/app', { text: `${email} is confirmed.` })
}

function disown(call: Call) {
  const { deleted } = disownAddress(call.app, call.query.token ?? '', call.visit.ip, revokeKeysOf)
  const done = deleted ? 'The account is deleted.' : 'The address stays free.'
  return publicPageOf(call, done, <Said title={done}>Nothing more is to be done: you can close this page.</Said>)
}

const fromOf = (call: Call) => ({ ip: call.visit.ip, user_agent: call.request.headers.get('user-agent') })
