/** How somebody gets in who has no account: by themself, by an invite, or by asking for one. */
import { SignUpForm, WaitlistForm } from '../../src/domains/signups/index.ts'
import type { Child } from '../jsx/elements.ts'
import { Form, type Issue } from '../parts/form.tsx'
import { many } from '../parts/format.ts'
import { Post } from '../parts/post.tsx'
import { PASSWORD_HINT } from '../parts/words.ts'

export type FreePlan = { trial_index_credits: number; monthly_check_credits: number }

/** The invite that somebody came with. */
export type Invited = { code: string; email: string | null; until: string }

type Filled = { values?: Readonly<Record<string, unknown>>; issues?: readonly Issue[] }

export type SignUpProps = Filled & {
  mode: 'approval' | 'open'
  free: FreePlan
  invite: Invited | null
  /** Where one asks for an invite; null where nobody needs one. */
  waitlist: string | null
}

export const SignUp = ({ mode, free, invite, waitlist, values, issues }: SignUpProps) => (
  <Panel title={invite ? 'You are invited' : 'Make your account'}>
    <p class="muted">{leadOf(mode, free, invite)}</p>
    <Form
      action="/sign-up"
      schema={SIGN_UP}
      values={{ email: invite?.email ?? undefined, ...values }}
      issues={issues}
      inputs={{
        name: { autocomplete: 'name' },
        email: { type: 'email', autocomplete: 'username', ...(invite?.email ? { readonly: '' } : {}) },
        password: { autocomplete: 'new-password' },
      }}
      hints={{ password: PASSWORD_HINT }}
      hidden={invite ? { invite: invite.code } : {}}
      verb="Sign up"
      wide
    />
    <Ways>
      <a href="/app/sign-in">Sign in instead</a>
      {waitlist && !invite && <a href={waitlist}>Ask for an invite</a>}
    </Ways>
  </Panel>
)

const SIGN_UP = {
  properties: {
    name: SignUpForm.properties.name,
    email: SignUpForm.properties.email,
    password: SignUpForm.properties.password,
  },
  required: ['name', 'email', 'password'],
}

function leadOf(mode: SignUpProps['mode'], free: FreePlan, invite: Invited | null): string {
  const gives = `The free plan: ${many(free.trial_index_credits, 'link')} to try, and ${many(free.monthly_check_credits, 'check')} a month.`
  if (invite)
    return `Your account is open as soon as you have confirmed your address. The invite works until ${invite.until}. ${gives}`
  return mode === 'open'
    ? `A workspace of your own is ready in a minute. ${gives}`
    : `Confirm your address, and look around; somebody opens your account by hand. ${gives}`
}

/** Where an invite leads that works no more. */
export const NoInvite = ({ sign_up }: { sign_up: string | null }) => (
  <Panel title="This invite does not work any more">
    <p class="muted">It was used, was withdrawn, or is too old. Ask whoever sent it for another.</p>
    <Ways>
      {sign_up && <a href={sign_up}>Sign up without it</a>}
      <a href="/app/sign-in">Sign in</a>
    </Ways>
  </Panel>
)

export const Waitlist = ({ open, values, issues }: Filled & { open: boolean }) => (
  <Panel title="Ask for an invite">
    {open ? (
      <p class="muted">Nobody needs an invite here at the moment: just sign up.</p>
    ) : (
      <>
        <p class="muted">Somebody reads what you write. When your turn comes, the invite is in your mailbox.</p>
        <Form
          action="/waitlist"
          schema={WaitlistForm}
          values={values}
          issues={issues}
          inputs={{ email: { type: 'email', autocomplete: 'email' } }}
          verb="Ask for an invite"
          wide
        />
      </>
    )}
    <Ways>
      <a href="/sign-up">Sign up</a>
      <a href="/app/sign-in">Sign in</a>
    </Ways>
  </Panel>
)

/** Without a mail server no address can be proved. */
export const ByHand = () => (
  <Panel title="Accounts are made by hand here">
    <p class="muted">
      This install sends no e-mail, so it adds people by hand. Ask whoever runs it: they make your account, or a link to
      choose a new password.
    </p>
    <Ways>
      <a href="/app/sign-in">Sign in</a>
    </Ways>
  </Panel>
)

/** The same words whether or not the address has an account. */
export const Sent = ({ children }: { children: Child }) => (
  <Panel title="We have written to you">
    <p class="muted">{children}</p>
    <Ways>
      <a href="/app/sign-in">To the sign-in page</a>
    </Ways>
  </Panel>
)

export const Asked = () => (
  <Panel title="You have asked for an invite">
    <p class="muted">When your turn comes, the invite is in your mailbox. Asking again changes nothing.</p>
  </Panel>
)

type ConfirmProps = {
  action: string
  deny: string
  name: string
  email: string
  /** Whether this is the browser that signed up: it need not say the password again. */
  same: boolean
  issues?: readonly Issue[]
}

/** The link of the letter was opened. The password shows that whoever reads the mail is whoever signed up. */
export const ConfirmSignUp = ({ action, deny, name, email, same, issues = [] }: ConfirmProps) => (
  <Panel title="Confirm your address">
    <p class="muted">
      {`An account for ${name} is to be made with the address ${email}. ${same ? '' : 'Say the password that you chose, so that it is yours and nobody else’s.'}`}
    </p>
    <Form
      action={action}
      schema={same ? NOTHING : PASSWORD}
      issues={issues}
      inputs={{ password: { autocomplete: 'current-password' } }}
      verb="Confirm and go in"
      wide
    />
    <p class="muted">If you did not sign up, say so: nothing is made.</p>
    <Post action={deny} class="btn wide">
      That was not me
    </Post>
  </Panel>
)

const NOTHING = { properties: {} }
const PASSWORD = {
  properties: { password: { type: 'string', title: 'Password', writeOnly: true } },
  required: ['password'],
}

export const Awaiting = ({ email }: { email: string | null }) => (
  <Panel title="Your account awaits approval">
    <p class="muted">
      {`Your address is confirmed. ${email ? `We write to ${email}` : 'We write to you'} as soon as somebody has opened your account. Until then you can look around, and change nothing.`}
    </p>
    <a class="btn primary wide" href="/app">
      Look around
    </a>
  </Panel>
)

export const Panel = ({ title, children }: { title: string; children?: Child }) => (
  <div class="card">
    <div class="body">
      <h1>{title}</h1>
      {children}
    </div>
  </div>
)

/** Other ways to go from here. */
export const Ways = ({ children }: { children?: Child }) => <p class="ways">{children}</p>
