/** The visitor's own account: profile, sessions, and apps that act for them. */

import { filled, goTo, SIGN_IN, type SignedInCall } from '../../src/doors/pages/web.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, type Text, text } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { deleteProfile, getProfile, updateProfile } from '../../src/operations/account/profile.ts'
import { changePassword } from '../../src/operations/account/proofs.ts'
import { listOauthGrants, listSessions } from '../../src/operations/account/sessions.ts'
import { domainOfCall } from '../branding.ts'
import type { Preferences } from '../document.tsx'
import { Fold, Section } from '../kit/fold.tsx'
import { inputOfQuery } from '../parts/lists/list.ts'
import { Banner } from '../parts/page/card.tsx'
import { dayTime } from '../parts/text/format.ts'
import { isolated } from '../parts/text/name.tsx'
import { Say } from '../parts/text/say.tsx'
import { type FormOf, formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { type RowsOf, savedRows } from '../screens/saved-rows.tsx'
import { drawPage, preferencesOf, zoneOf } from '../shell.tsx'
import { Access, type AccessProps } from './access.tsx'
import { Browser } from './browser.tsx'
import { Elsewhere, elsewhereOf } from './elsewhere.tsx'

type Profile = AnswerOf<typeof getProfile>
/** Without a language of their own they choose none. */
const ownOf = (profile: Profile) => ({ ...profile, locale: profile.own_locale ? profile.locale : null })

const selfOf = ({ base }: SignedInCall): string => `${base}/account`
const saved = (call: SignedInCall, words: string) => goTo(selfOf(call), { text: words })

const profileRows: RowsOf = savedRows({
  at: '/account',
  id: 'profile',
  operation: updateProfile,
  given: () => ({}),
  rows: [
    { label: text('Name'), note: text('others see it'), text: '{name}' },
    { label: text('Time zone'), text: '{time_zone}' },
    { label: text('Language'), note: text('of e-mails to you'), text: '{locale}' },
  ],
  inputs: { name: { autocomplete: 'name' } },
  empty: { locale: text('As the workspace') },
  stored: async (call) => ownOf(await call.call(getProfile, {})),
  back: selfOf,
  page: (call, profile) => accountPage(call, { profile }),
})

/** Titles of the fields, as the operations have them. */
const LABELS = { email: text('E-mail'), current_password: text('Current password'), new_password: text('New password') }

const addressForm: FormOf = formScreen({
  at: '/account/email',
  operation: updateProfile,
  id: 'address',
  fields: ['email', 'current_password'],
  inputs: { email: { autocomplete: 'email' }, current_password: { autocomplete: 'current-password' } },
  labels: LABELS,
  hints: {
    email: text('A link is sent to a new address. Open it within a day.'),
    current_password: text('For a new address.'),
  },
  faults: ['conflict', 'rate_limited'],
  verb: text('Change address'),
  tone: 'plain',
  page: (call, email) => accountPage(call, { email }),
  done: (call, { pending_email, email, email_verified }) =>
    saved(
      call,
      pending_email || !email_verified
        ? say(zoneOf(call), 'A link was sent to {email}. Open it within a day.', { email: pending_email ?? email })
        : say(zoneOf(call), 'That is your address already.'),
    ),
})

const passwordForm: FormOf = formScreen({
  at: '/account/password',
  operation: changePassword,
  id: 'password',
  fields: ['current_password', 'new_password'],
  inputs: { current_password: { autocomplete: 'current-password' }, new_password: { autocomplete: 'new-password' } },
  labels: LABELS,
  hints: { new_password: text('At least 15 characters. Other sessions end, and apps connect again.') },
  verb: text('Change password'),
  tone: 'plain',
  page: (call, password) => accountPage(call, { password }),
  done: (call, { sessions_closed: closed }) =>
    saved(
      call,
      say(
        zoneOf(call),
        'Your password is changed.{closed, plural, =0 {} one { # other session ended.} other { # other sessions ended.}}',
        { closed },
      ),
    ),
})

const leaveForm: FormOf = formScreen({
  at: '/account/delete',
  operation: deleteProfile,
  id: 'leave',
  fields: ['confirm'],
  inputs: { confirm: { autocomplete: 'off', type: 'email' } },
  faults: ['conflict'],
  verb: text('Delete my account'),
  tone: 'danger',
  page: (call, leave) => accountPage(call, { leave }),
  done: (call) => goTo(SIGN_IN, { text: say(zoneOf(call), 'Your account is deleted.') }),
})

export const accountForms = [profileRows, addressForm, passwordForm, leaveForm].flatMap(({ screens }) => screens)

type RefusedForms = Partial<Record<'profile' | 'email' | 'password' | 'leave', RefusedForm>>

export async function accountPage(call: SignedInCall, sent?: RefusedForms) {
  const { app, query } = call
  const profile = await call.call(getProfile, {})
  const to = zoneOf(call)
  const head = {
    title: say(to, 'Account'),
    sub: `${isolated(profile.name)}, ${profile.email}`,
    kind: 'settings',
    menu: [{ label: say(to, 'Sign out'), icon: 'log-out' as const, post: '/app/sign-out' }],
  }
  return drawPage(
    call,
    head,
    <Account
      profile={profile}
      sessions={await call.call(listSessions, { ...inputOfQuery(listSessions, query), sort: 'last_seen_at' })}
      apps={(await call.call(listOauthGrants, { page_size: 200 })).items}
      sections={await Promise.all(filled(call, 'account_sections').map((draw) => draw(call)))}
      preferences={preferencesOf(call)}
      self={selfOf(call)}
      elsewhere={elsewhereOf(call)}
      connect={connectHref(call)}
      sent={sent}
      now={app.clock.now()}
      zone={to}
    />,
  )
}

export type AccountProps = AccessProps & {
  profile: Profile
  preferences: Preferences
  /** The install's address, at an own domain. */
  elsewhere?: string | null
  sent?: RefusedForms | undefined
  now: string
}

export const Account = ({ profile, sent = {}, self, elsewhere, now, zone, preferences, ...lists }: AccountProps) => {
  const { email, pending_email, email_verified } = profile
  const resend = pending_email || !email_verified
  return (
    <>
      <div class="two">
        <Section title={say(zone, 'Profile')}>
          {profileRows.rows(self, ownOf(profile), sent.profile, {
            to: zone,
            notes: { 'Time zone': say(zone, 'of times on your pages: {time} now', { time: dayTime(now, zone) }) },
          })}
        </Section>
        {elsewhere ? (
          <Section title={say(zone, 'Sign-in')}>
            <Elsewhere to={zone} site={elsewhere} />
          </Section>
        ) : (
          <>
            <Section title={say(zone, 'E-mail address')}>
              <Unverified to={zone} profile={profile} />
              {addressForm.form(
                `${self}/email`,
                { email: pending_email ?? email },
                { to: zone, ...(resend ? { verb: text('Send link') } : {}) },
                sent.email,
              )}
            </Section>
            <Section title={say(zone, 'Password')}>
              {passwordForm.form(`${self}/password`, {}, { to: zone, beside: userName(email) }, sent.password)}
            </Section>
            <Section title={say(zone, 'Second factor')} aside={<a href={`${self}/factors`}>{say(zone, 'Manage')}</a>}>
              <p>{say(zone, FACTORS[profile.second_factor])}</p>
            </Section>
          </>
        )}
        <Section title={say(zone, 'This browser')}>
          <Browser to={zone} self={self} preferences={preferences} />
        </Section>
      </div>
      <Access {...lists} self={self} zone={zone} />
      <Fold summary={say(zone, 'Delete your account')} open={sent.leave !== undefined}>
        <p>
          {say(
            zone,
            'You are signed out everywhere, leave every workspace, and the API keys you made stop. Pushes stay with the workspaces. This cannot be undone.',
          )}
        </p>
        {leaveForm.form(
          `${self}/delete`,
          {},
          { to: zone, labels: { confirm: say(zone, 'Type {email} to confirm', { email }) } },
          sent.leave,
        )}
      </Fold>
    </>
  )
}

const Unverified = ({ to, profile }: { to: Reader; profile: Profile }) => {
  const { email, pending_email: pending, email_verified } = profile
  if (pending)
    return (
      <Banner tone="info">
        <Say
          to={to}
          text="<b>{pending}</b> is not verified yet. Open the link that was sent there; until then you sign in with {email}."
          values={{ pending, email }}
        />
      </Banner>
    )
  if (email_verified) return null
  return (
    <Banner tone="warn">
      <Say
        to={to}
        text="<b>{email}</b> is not verified yet. Open the link that was sent there, or send it again."
        values={{ email }}
      />
    </Banner>
  )
}

const FACTORS: Record<Profile['second_factor'], Text> = {
  none: text('None. Your password alone signs you in.'),
  totp: text('An authenticator app is asked for after your password.'),
  passkey: text('A passkey signs you in.'),
}

/** The page where apps are connected, where a feature has one; none on an own domain. */
function connectHref(call: SignedInCall): string | undefined {
  const page = filled(call, 'integration').find(({ is_first }) => is_first)
  return page && !domainOfCall(call) ? `${call.base}/${page.at}` : undefined
}

/** Tells a password manager which account the password belongs to. */
const userName = (email: string) => (
  <input type="text" name="username" value={email} autocomplete="username" hidden readonly />
)
