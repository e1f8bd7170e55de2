/** Ways to get an account: sign-up, an invite, or a request for one. */
import { SignUpForm, WaitlistForm } from '../../../src/features/signups/index.ts'
import type { Child } from '../../jsx/elements.ts'
import { LinkButton } from '../../parts/button.tsx'
import { Form, type Issue } from '../../parts/forms/form.tsx'
import { Post } from '../../parts/forms/post.tsx'
import { Panel, Ways } from '../../parts/page/plain.tsx'
import { many } from '../../parts/text/format.ts'
import { PASSWORD_HINT } from '../../parts/text/words.ts'

type FreePlan = { trial_index_credits: number; monthly_check_credits: number }

/** The invite in the address. */
export type OpenInvite = { code: string; email: string | null; until: string }

export type FormState = { values?: Readonly<Record<string, unknown>>; issues?: readonly Issue[] }

type SignUpProps = FormState & {
  mode: 'approval' | 'open'
  free: FreePlan
  invite: OpenInvite | null
  /** Address to request an invite; null when none is needed. */
  waitlist: string | null
}

export const SignUp = ({ mode, free, invite, waitlist, values, issues }: SignUpProps) => (
  <Panel title={invite ? 'You are invited' : 'Create your account'} text={leadOf(mode, free, invite)}>
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

function leadOf(mode: SignUpProps['mode'], free: FreePlan, invite: OpenInvite | null): string {
  const gives = `The free plan: ${many(free.trial_index_credits, 'link')} to try, and ${many(free.monthly_check_credits, 'check')} a month.`
  if (invite)
    return `Your account is open as soon as you have confirmed your address. The invite works until ${invite.until}. ${gives}`
  return mode === 'open'
    ? `Your own workspace is ready in a minute. ${gives}`
    : `Confirm your address and look around; the operator opens your account. ${gives}`
}

/** Shown for an invalid invite. */
export const NoInvite = ({ sign_up }: { sign_up: string | null }) => (
  <Panel
    title="This invite does not work any more"
    text="It was used, withdrawn or is too old. Ask its sender for another."
  >
    <Ways>
      {sign_up && <a href={sign_up}>Sign up without it</a>}
      <a href="/app/sign-in">Sign in</a>
    </Ways>
  </Panel>
)

export const Waitlist = ({ open, values, issues }: FormState & { open: boolean }) => (
  <Panel title="Ask for an invite">
    {open ? (
      <p class="muted">No invite is needed at the moment: sign up.</p>
    ) : (
      <>
        <p class="muted">The operator reads your request and sends the invite by e-mail.</p>
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

/** Without a mail server, no address can be verified. */
export const ByHand = () => (
  <Panel
    title="Ask for an account"
    text="This install sends no e-mail. Its operator creates your account, or a link to choose a new password."
  >
    <Ways>
      <a href="/app/sign-in">Sign in</a>
    </Ways>
  </Panel>
)

/** The same text with and without an account for the address. */
export const Sent = ({ children }: { children: Child }) => (
  <Panel title="Check your mailbox" text={children}>
    <Ways>
      <a href="/app/sign-in">Sign in</a>
    </Ways>
  </Panel>
)

export const OnWaitlist = () => (
  <Panel title="You have asked for an invite" text="The invite arrives by e-mail. Asking again changes nothing." />
)

type ConfirmProps = {
  action: string
  deny: string
  name: string
  email: string
  /** Whether this browser signed up: it does not need the password again. */
  same: boolean
  issues?: readonly Issue[]
}

/** Confirms a sign-up from its e-mail. The password shows that the reader of the e-mail also signed up. */
export const ConfirmSignUp = ({ action, deny, name, email, same, issues = [] }: ConfirmProps) => (
  <Panel title="Confirm your address">
    <p class="muted">
      {`This creates the account of ${name} with the address ${email}. ${same ? '' : 'Enter the password you chose.'}`}
    </p>
    <Form
      action={action}
      schema={same ? NOTHING : PASSWORD}
      issues={issues}
      inputs={{ password: { autocomplete: 'current-password' } }}
      verb="Confirm and sign in"
      wide
    />
    <p class="muted">Did you not sign up? Then no account is created.</p>
    <Post action={deny} class="btn wide" label="That was not me" />
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
      {`Your address is confirmed. ${email ? `We write to ${email}` : 'We write to you'} once your account is open. Until then you can look around, but change nothing.`}
    </p>
    <LinkButton class="btn primary wide" href="/app" label="Look around" />
  </Panel>
)
