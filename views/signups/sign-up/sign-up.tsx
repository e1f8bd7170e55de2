/** Ways to get an account: sign-up, an invite, or a request for one. */
import { SignUpForm, WaitlistForm } from '../../../src/features/signups/index.ts'
import type { Reader } from '../../../src/kernel/language/reader.ts'
import { say } from '../../../src/kernel/language/say.ts'
import type { Child } from '../../jsx/elements.ts'
import { dateOfLetter } from '../../mail/letter-dates.ts'
import { LinkButton } from '../../parts/button.tsx'
import { Form, type Issue } from '../../parts/forms/form.tsx'
import { Post } from '../../parts/forms/post.tsx'
import { Panel, Ways } from '../../parts/page/plain.tsx'
import { PASSWORD_HINT } from '../../parts/text/words.ts'

type FreePlan = { trial_index_credits: number; monthly_check_credits: number }

/** The invite in the address. */
export type OpenInvite = { code: string; email: string | null; until: string }

export type FormState = { values?: Readonly<Record<string, unknown>>; issues?: readonly Issue[] }

type SignUpProps = FormState & {
  to: Reader
  mode: 'approval' | 'open'
  free: FreePlan
  invite: OpenInvite | null
  /** Address to request an invite; null when none is needed. */
  waitlist: string | null
}

export const SignUp = ({ to, mode, free, invite, waitlist, values, issues }: SignUpProps) => (
  <Panel
    title={invite ? say(to, 'You are invited') : say(to, 'Create your account')}
    text={leadOf(to, mode, free, invite)}
  >
    <Form
      to={to}
      action="/sign-up"
      schema={SIGN_UP}
      values={{ email: invite?.email ?? undefined, ...values }}
      issues={issues}
      inputs={{
        name: { autocomplete: 'name' },
        email: { type: 'email', autocomplete: 'username', ...(invite?.email ? { readonly: '' } : {}) },
        password: { autocomplete: 'new-password' },
      }}
      labels={{ name: say(to, 'Name'), email: say(to, 'E-mail'), password: say(to, 'Password') }}
      hints={{ password: say(to, PASSWORD_HINT) }}
      hidden={invite ? { invite: invite.code } : {}}
      verb={say(to, 'Sign up')}
      wide
    />
    <Ways>
      <a href="/app/sign-in">{say(to, 'Sign in instead')}</a>
      {waitlist && !invite && <a href={waitlist}>{say(to, 'Ask for an invite')}</a>}
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

function leadOf(to: Reader, mode: SignUpProps['mode'], free: FreePlan, invite: OpenInvite | null): string {
  const gives = say(
    to,
    'The free plan: {links, plural, one {# link} other {# links}} to try, and {checks, plural, one {# check} other {# checks}} a month.',
    { links: free.trial_index_credits, checks: free.monthly_check_credits },
  )
  return `${opens(to, mode, invite)} ${gives}`
}

function opens(to: Reader, mode: SignUpProps['mode'], invite: OpenInvite | null): string {
  if (invite)
    return say(to, 'Your account is open as soon as you have confirmed your address. The invite works until {day}.', {
      day: dateOfLetter(invite.until, to),
    })
  return mode === 'open'
    ? say(to, 'Your own workspace is ready in a minute.')
    : say(to, 'Confirm your address and look around; the operator opens your account.')
}

/** Shown for an invalid invite. */
export const NoInvite = ({ to, sign_up }: { to: Reader; sign_up: string | null }) => (
  <Panel
    title={say(to, 'This invite does not work any more')}
    text={say(to, 'It was used, withdrawn or is too old. Ask its sender for another.')}
  >
    <Ways>
      {sign_up && <a href={sign_up}>{say(to, 'Sign up without it')}</a>}
      <a href="/app/sign-in">{say(to, 'Sign in')}</a>
    </Ways>
  </Panel>
)

export const Waitlist = ({ to, open, values, issues }: FormState & { to: Reader; open: boolean }) => (
  <Panel title={say(to, 'Ask for an invite')}>
    {open ? (
      <p class="muted">{say(to, 'No invite is needed at the moment: sign up.')}</p>
    ) : (
      <>
        <p class="muted">{say(to, 'The operator reads your request and sends the invite by e-mail.')}</p>
        <Form
          to={to}
          action="/waitlist"
          schema={WaitlistForm}
          values={values}
          issues={issues}
          inputs={{ email: { type: 'email', autocomplete: 'email' } }}
          labels={{ email: say(to, 'E-mail'), note: say(to, 'What you would use it for') }}
          verb={say(to, 'Ask for an invite')}
          wide
        />
      </>
    )}
    <Ways>
      <a href="/sign-up">{say(to, 'Sign up')}</a>
      <a href="/app/sign-in">{say(to, 'Sign in')}</a>
    </Ways>
  </Panel>
)

/** Without a mail server, no address can be verified. */
export const ByHand = ({ to }: { to: Reader }) => (
  <Panel
    title={say(to, 'Ask for an account')}
    text={say(
      to,
      'This install sends no e-mail. Its operator creates your account, or a link to choose a new password.',
    )}
  >
    <Ways>
      <a href="/app/sign-in">{say(to, 'Sign in')}</a>
    </Ways>
  </Panel>
)

/** The same text with and without an account for the address. */
export const Sent = ({ to, children }: { to: Reader; children: Child }) => (
  <Panel title={say(to, 'Check your mailbox')} text={children}>
    <Ways>
      <a href="/app/sign-in">{say(to, 'Sign in')}</a>
    </Ways>
  </Panel>
)

export const OnWaitlist = ({ to }: { to: Reader }) => (
  <Panel
    title={say(to, 'You have asked for an invite')}
    text={say(to, 'The invite arrives by e-mail. Asking again changes nothing.')}
  />
)

type ConfirmProps = {
  to: Reader
  action: string
  deny: string
  name: string
  email: string
  /** Whether this browser signed up: it does not need the password again. */
  same: boolean
  issues?: readonly Issue[]
}

/** Confirms a sign-up from its e-mail. The password shows that the reader of the e-mail also signed up. */
export const ConfirmSignUp = ({ to, action, deny, name, email, same, issues = [] }: ConfirmProps) => (
  <Panel title={say(to, 'Confirm your address')}>
    <p class="muted">
      {`${say(to, 'This creates the account of {name} with the address {email}.', { name, email })} ${same ? '' : say(to, 'Enter the password you chose.')}`}
    </p>
    <Form
      to={to}
      action={action}
      schema={same ? NOTHING : PASSWORD}
      issues={issues}
      inputs={{ password: { autocomplete: 'current-password' } }}
      labels={{ password: say(to, 'Password') }}
      verb={say(to, 'Confirm and sign in')}
      wide
    />
    <p class="muted">{say(to, 'Did you not sign up? Then no account is created.')}</p>
    <Post action={deny} class="btn wide" label={say(to, 'That was not me')} />
  </Panel>
)

const NOTHING = { properties: {} }
const PASSWORD = {
  properties: { password: { type: 'string', title: 'Password', writeOnly: true } },
  required: ['password'],
}

export const Awaiting = ({ to, email }: { to: Reader; email: string | null }) => (
  <Panel title={say(to, 'Your account awaits approval')}>
    <p class="muted">
      {email
        ? say(
            to,
            'Your address is confirmed. We write to {email} once your account is open. Until then you can look around, but change nothing.',
            { email },
          )
        : say(
            to,
            'Your address is confirmed. We write to you once your account is open. Until then you can look around, but change nothing.',
          )}
    </p>
    <LinkButton class="btn primary wide" href="/app" label={say(to, 'Look around')} />
  </Panel>
)
