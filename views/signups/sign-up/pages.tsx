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
import { notFound } from '../../../src/kernel/operation/fault.ts'
import { DAY, dayOf, SECOND } from '../../../src/kernel/time/clock.ts'
import { atInstall, brandOfReader, brandOfSignIn } from '../../branding.ts'
import { refusedPage } from '../../form-refusal.ts'
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

const SENT = 'The e-mail has a link that works for a short time. Check your spam folder, too.'

/** For people without an account, or with a forgotten password. */
export const signUpScreens: readonly Screen[] = [
  publicPage('/sign-up', (call) => whereOpen(call, () => signUpPage(call, call.query.invite))),
  publicAction('/sign-up', (call) => whereOpen(call, () => signUp(call))),
  publicPage('/sign-up/sent', (call) => publicPageOf(call, 'Sign up', <Sent>{SENT}</Sent>)),
  publicAction('/verify/deny', deny),
  publicPage('/awaiting-approval', awaiting),
  publicPage('/waitlist', (call) => whereOpen(call, () => waitlistPage(call))),
  publicAction('/waitlist', (call) => whereOpen(call, () => joinWaitlist(call))),
  publicPage('/waitlist/asked', (call) => publicPageOf(call, 'Waitlist', <OnWaitlist />)),
  publicPage('/reset', (call) => (call.query.token ? passwordPage(call) : withLetters(call, () => resetPage(call)))),
  publicAction('/reset', (call) => (call.query.token ? setPassword(call) : withLetters(call, () => reset(call)))),
  publicPage('/reset/sent', (call) => publicPageOf(call, 'New password', <Sent>{SENT}</Sent>, brandOfSignIn(call))),
]

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
  takesSignUps(call.app) ? answer() : publicPageOf(call, 'Accounts', <ByHand />)

/** The form, with the invite in the address. An invalid invite gets a notice. */
function signUpPage(call: Call, code: string | undefined, filled: FormState = {}): Markup {
  const access = accessOf(call.app)
  const invite = code === undefined ? null : inviteAt(call.app, code)
  if (code !== undefined && !invite) return publicPageOf(call, 'Invite', <NoInvite sign_up="/sign-up" />)
  const invited: OpenInvite | null = invite && { code: code!, email: invite.email, until: dayOf(invite.expires_at) }
  const mode = access.signup_mode
  const props = { ...filled, mode, free: access.free_plan, invite: invited }
  return publicPageOf(call, 'Sign up', <SignUp {...props} waitlist={mode === 'open' ? null : '/waitlist'} />)
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
    return refused(error, (issues) =>
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
  return publicPageOf(call, 'Confirm your address', <ConfirmSignUp {...props} />)
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
    return refused(error, (issues) => confirmPage(call, token, issues))
  }
}

function deny(call: Call): Markup {
  denySignUp(call.app, call.query.token ?? '', originOf(call))
  return publicPageOf(call, 'Nothing was made', <Panel title="Nothing was made" text="You can close this page." />)
}

async function awaiting(call: Call): Promise<Reply> {
  const visitor = await visitorAt(call)
  if (visitor?.user.status === 'active') return goTo('/app')
  return publicPageOf(call, 'Awaiting approval', <Awaiting email={visitor?.user.email ?? null} />)
}

function waitlistPage(call: Call, filled: FormState = {}): Markup {
  const open = accessOf(call.app).signup_mode === 'open'
  return publicPageOf(call, 'Ask for an invite', <Waitlist open={open} {...filled} />)
}

function joinWaitlist(call: Call): Reply | Promise<Reply> {
  const { email = '', note } = call.form
  try {
    askInvite(call.app, { email, ...(note?.trim() ? { note } : {}) }, originOf(call))
    return goTo('/waitlist/asked')
  } catch (error) {
    return refused(error, (issues) => waitlistPage(call, { values: { email, note }, issues }))
  }
}

const resetPage = (call: Call, filled: FormState = {}): Markup =>
  publicPageOf(call, 'New password', <AskReset {...filled} />, brandOfSignIn(call))

function reset(call: Call): Reply | Promise<Reply> {
  const { email = '' } = call.form
  try {
    askReset(call.app, { email }, originOf(call))
    return goTo('/reset/sent')
  } catch (error) {
    return refused(error, (issues) => resetPage(call, { values: { email }, issues }))
  }
}

/** Opening the page does not use up the link: mail programs open every link. */
function passwordPage(call: Call, issues: readonly Issue[] = []): Markup {
  const token = call.query.token ?? ''
  const found = resetAt(call.app, token)
  if (!found) throw notFound('link')
  const action = `/reset?token=${encodeURIComponent(token)}`
  const form = <SetPassword action={action} email={found.user.email} issues={issues} />
  return publicPageOf(call, 'New password', form, brandOfReader(call, found.user))
}

async function setPassword(call: Call): Promise<Reply> {
  try {
    await resetPassword(call.app, call.query.token ?? '', call.form.password ?? '', originOf(call))
    return goTo(SIGN_IN, { text: 'Password set. Sign in with it.' })
  } catch (error) {
    return refused(error, (issues) => passwordPage(call, issues))
  }
}

const refused = (error: unknown, draw: (issues: readonly Issue[]) => Markup): Promise<Reply> =>
  refusedPage(error, draw, ['rate_limited', 'conflict'])

/** Cookie with the secret of the browser that signed up, until the link of the e-mail is opened. */
const BROWSER = 'signup'

const browserCookie = ({ app }: Call, secret: string): string => keptCookie(app, BROWSER, secret, DAY / SECOND)

const originOf = (call: Call): StrangerOrigin => ({ ...fromOf(call), request_id: call.visit.id })
