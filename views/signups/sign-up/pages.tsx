import { readerFor } from '../../../src/doors/pages/branding.ts'
import {
  type Call,
  fromOf,
  goTo,
  keptCookie,
  type Markup,
  publicAction,
  publicPage,
  type Reply,
  readCookie,
  type Screen,
  SIGN_IN,
  type Slots,
  visitorAt,
} from '../../../src/doors/pages/web.ts'
import {
  accessOf,
  askInvite,
  askReset,
  askSignUp,
  confirmSignUp,
  denySignUp,
  inviteAt,
  isSameBrowser,
  resetAt,
  resetPassword,
  type StrangerOrigin,
  signUpAt,
  takesSignUps,
} from '../../../src/features/signups/visitors.ts'
import type { Reader } from '../../../src/kernel/language/reader.ts'
import { say, type Text, text } from '../../../src/kernel/language/say.ts'
import { notFound } from '../../../src/kernel/operation/fault.ts'
import { DAY, dayOf, SECOND } from '../../../src/kernel/time/clock.ts'
import { atInstall, type Face, faceOfDomain, faceOfInvited, faceOfSignIn } from '../../branding.ts'
import { refusedPage } from '../../form-refusal.ts'
import type { Child } from '../../jsx/elements.ts'
import type { Issue } from '../../parts/forms/form.tsx'
import { Panel } from '../../parts/page/plain.tsx'
import { publicPageOf } from '../../shell.tsx'
import { AskReset, SetPassword } from './reset.tsx'
import {
  Awaiting,
  ByHand,
  ConfirmSignUp,
  type FormState,
  NoInvite,
  OnWaitlist,
  type OpenInvite,
  Sent,
  SignUp,
  Waitlist,
} from './sign-up.tsx'

const SENT = text('The e-mail has a link that works for a short time. Check your spam folder, too.')

/** For people without an account, or with a forgotten password. */
export const signUpScreens: readonly Screen[] = [
  publicPage('/sign-up', (call) => whereOpen(call, () => signUpPage(call, call.query.invite))),
  publicAction('/sign-up', (call) => whereOpen(call, () => signUp(call))),
  publicPage('/sign-up/sent', (call) => sentPage(call, text('Sign up'), faceOfDomain(call))),
  publicAction('/verify/deny', deny),
  publicPage('/awaiting-approval', awaiting),
  publicPage('/waitlist', (call) => whereOpen(call, () => waitlistPage(call))),
  publicAction('/waitlist', (call) => whereOpen(call, () => joinWaitlist(call))),
  publicPage('/waitlist/asked', (call) => drawn(call, text('Waitlist'), (to) => <OnWaitlist to={to} />)),
  publicPage('/reset', (call) => (call.query.token ? passwordPage(call) : withLetters(call, () => resetPage(call)))),
  publicAction('/reset', (call) => (call.query.token ? setPassword(call) : withLetters(call, () => reset(call)))),
  publicPage('/reset/sent', (call) => sentPage(call, text('New password'), faceOfSignIn(call))),
]

/** By default with the brand of the host alone: accounts of strangers are no agency's. */
const drawn = (call: Call, title: Text, draw: (to: Reader) => Child, face: Face = faceOfDomain(call)): Markup =>
  publicPageOf(call, say(face.to, title), draw(face.to), face)

const sentPage = (call: Call, title: Text, face: Face): Markup =>
  drawn(call, title, (to) => <Sent to={to}>{say(to, SENT)}</Sent>, face)

const isSignUpLink = (token: string): boolean => token.startsWith('spu_')
const isInviteCode = (token: string): boolean => token.startsWith('spc_')

export const SIGN_UP: Slots['sign_up'] = {
  isOpen: ({ app }) => takesSignUps(app),
  welcome: (call, token) => (isInviteCode(token) ? signUpPage(call, token) : null),
  verify: (call, token) => (isSignUpLink(token) ? confirmPage(call, token) : null),
  confirm: (call, token) => (isSignUpLink(token) ? confirm(call, token) : null),
}

/** Sign-up exists at the install's own address only, not on a workspace's domain. */
const whereOpen = (call: Call, answer: () => Reply | Promise<Reply>): Reply | Promise<Reply> =>
  atInstall(call, () => withLetters(call, answer))

const withLetters = (call: Call, answer: () => Reply | Promise<Reply>): Reply | Promise<Reply> =>
  takesSignUps(call.app) ? answer() : drawn(call, text('Accounts'), (to) => <ByHand to={to} />)

/** The form, with the invite in the address. An invalid invite gets a notice. */
function signUpPage(call: Call, code: string | undefined, filled: FormState = {}): Markup {
  const access = accessOf(call.app)
  const invite = code === undefined ? null : inviteAt(call.app, code)
  if (code !== undefined && !invite) return drawn(call, text('Invite'), (to) => <NoInvite to={to} sign_up="/sign-up" />)
  const invited: OpenInvite | null = invite && { code: code!, email: invite.email, until: dayOf(invite.expires_at) }
  const mode = access.signup_mode
  const props = { ...filled, mode, free: access.free_plan, invite: invited }
  const waitlist = mode === 'open' ? null : '/waitlist'
  return drawn(call, text('Sign up'), (to) => <SignUp to={to} {...props} waitlist={waitlist} />)
}

async function signUp(call: Call): Promise<Reply> {
  const { name = '', email = '', password = '', invite } = call.form
  try {
    const { browser } = await askSignUp(
      call.app,
      { name, email, password, ...(invite ? { invite } : {}) },
      originOf(call),
    )
    return goTo('/sign-up/sent', undefined, [browserCookie(call, browser)])
  } catch (error) {
    return refused(call, error, (issues) =>
      signUpPage(call, issues.some(({ path }) => path === 'invite') ? undefined : invite, {
        values: { name, email },
        issues,
      }),
    )
  }
}

/** Behind `/verify`, for the links of sign-up e-mails. */
function confirmPage(call: Call, token: string, issues: readonly Issue[] = []): Markup {
  const asked = signUpAt(call.app, token)
  if (!asked) throw notFound('confirmation')
  const query = `?token=${encodeURIComponent(token)}`
  const { name, email } = asked
  const same = isSameBrowser(asked, readCookie(call, BROWSER))
  const props = { name, email, same, issues, action: `/verify${query}`, deny: `/verify/deny${query}` }
  return drawn(call, text('Confirm your address'), (to) => <ConfirmSignUp to={to} {...props} />)
}

async function confirm(call: Call, token: string): Promise<Reply> {
  const said = { password: call.form.password ?? '', browser: readCookie(call, BROWSER) }
  try {
    const { cookie, status } = await confirmSignUp(call.app, token, said, originOf(call))
    const cookies = [cookie, browserCookie(call, '')]
    return status === 'pending'
      ? goTo('/awaiting-approval', undefined, cookies)
      : goTo('/app', { text: 'Welcome. Your account is open.' }, cookies)
  } catch (error) {
    return refused(call, error, (issues) => confirmPage(call, token, issues))
  }
}

function deny(call: Call): Markup {
  denySignUp(call.app, call.query.token ?? '', originOf(call))
  return drawn(call, text('Nothing was made'), (to) => (
    <Panel title={say(to, 'Nothing was made')} text={say(to, 'You can close this page.')} />
  ))
}

async function awaiting(call: Call): Promise<Reply> {
  const visitor = await visitorAt(call)
  if (visitor?.user.status === 'active') return goTo('/app')
  const face = faceOfDomain(call)
  const to = visitor ? readerFor(call.app, visitor.user.id) : face.to
  const email = visitor?.user.email ?? null
  return drawn(call, text('Awaiting approval'), (to) => <Awaiting to={to} email={email} />, { ...face, to })
}

function waitlistPage(call: Call, filled: FormState = {}): Markup {
  const open = accessOf(call.app).signup_mode === 'open'
  return drawn(call, text('Ask for an invite'), (to) => <Waitlist to={to} open={open} {...filled} />)
}

function joinWaitlist(call: Call): Reply | Promise<Reply> {
  const { email = '', note } = call.form
  try {
    askInvite(call.app, { email, ...(note?.trim() ? { note } : {}) }, originOf(call))
    return goTo('/waitlist/asked')
  } catch (error) {
    return refused(call, error, (issues) => waitlistPage(call, { values: { email, note }, issues }))
  }
}

const resetPage = (call: Call, filled: FormState = {}): Markup =>
  drawn(call, text('New password'), (to) => <AskReset to={to} {...filled} />, faceOfSignIn(call))

function reset(call: Call): Reply | Promise<Reply> {
  const { email = '' } = call.form
  try {
    askReset(call.app, { email }, originOf(call))
    return goTo('/reset/sent')
  } catch (error) {
    return refused(call, error, (issues) => resetPage(call, { values: { email }, issues }), faceOfSignIn(call).to)
  }
}

/** Opening the page does not use up the link: mail programs open every link. */
function passwordPage(call: Call, issues: readonly Issue[] = []): Markup {
  const token = call.query.token ?? ''
  const found = resetAt(call.app, token)
  if (!found) throw notFound('link')
  const action = `/reset?token=${encodeURIComponent(token)}`
  const { email } = found.user
  const draw = (to: Reader) => <SetPassword to={to} action={action} email={email} issues={issues} />
  return drawn(call, text('New password'), draw, faceOfInvited(call, found.user))
}

async function setPassword(call: Call): Promise<Reply> {
  try {
    await resetPassword(call.app, call.query.token ?? '', call.form.password ?? '', originOf(call))
    return goTo(SIGN_IN, { text: say(faceOfSignIn(call).to, 'Password set. Sign in with it.') })
  } catch (error) {
    const user = resetAt(call.app, call.query.token ?? '')?.user
    return refused(call, error, (issues) => passwordPage(call, issues), user && faceOfInvited(call, user).to)
  }
}

const refused = (
  call: Call,
  error: unknown,
  draw: (issues: readonly Issue[]) => Markup,
  to: Reader = faceOfDomain(call).to,
): Promise<Reply> => refusedPage(error, draw, ['rate_limited', 'conflict'], to)

/** Cookie with the secret of the browser that signed up, until the link of the e-mail is opened. */
const BROWSER = 'signup'

const browserCookie = ({ app }: Call, secret: string): string => keptCookie(app, BROWSER, secret, DAY / SECOND)

const originOf = (call: Call): StrangerOrigin => ({ ...fromOf(call), request_id: call.visit.id })
