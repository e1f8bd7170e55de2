/** Pages that strangers meet, in the languages with long words and in the pseudo-language. */
import { type Reader, readerOf } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { Invitation } from '../../views/evidence/connect-pages.tsx'
import type { Child } from '../../views/jsx/elements.ts'
import { noticeWords } from '../../views/notices/pages.tsx'
import { Consent } from '../../views/oauth/consent.tsx'
import { Panel } from '../../views/parts/page/plain.tsx'
import { StatusPage } from '../../views/parts/page/status-pages.tsx'
import { Invitations } from '../../views/sign-in/invitations.tsx'
import { SecondFactor } from '../../views/sign-in/second-factor.tsx'
import { SignIn } from '../../views/sign-in/sign-in.tsx'
import { Verify } from '../../views/sign-in/verify.tsx'
import { Welcome } from '../../views/sign-in/welcome.tsx'
import { SetPassword } from '../../views/signups/sign-up/reset.tsx'
import { SignUp } from '../../views/signups/sign-up/sign-up.tsx'
import { Connect, NotSignedIn, Unconnected, UndoConnection } from '../../views/sso/sign-in.tsx'
import { inPublic } from './frames.tsx'
import { NASTY } from './samples.ts'

const EMAIL = 'quinn@quay.example'

const PAGES: Record<string, (to: Reader) => Child> = {
  'sign-in': (to) => (
    <SignIn
      to={to}
      action="/app/sign-in"
      error={say(to, 'The e-mail or the password is wrong.')}
      at="Northwind"
      owner="Northwind"
      sign_up="/sign-up"
      providers={[{ name: 'Northwind login', href: '/app/sso/a/start' }]}
    />
  ),
  verify: (to) => (
    <Verify
      to={to}
      action="/verify?token=spv_sample"
      email={EMAIL}
      name={NASTY}
      made={{ day: '2026-11-02', maker: { name: NASTY, email: EMAIL }, workspace: NASTY }}
      account={null}
      sign_in="/app/sign-in"
    />
  ),
  invitations: (to) => (
    <Invitations
      to={to}
      email={EMAIL}
      proved={false}
      self="/app/invitations"
      offers={[{ tenant_id: 'a', name: NASTY, role: 'client_viewer', by: NASTY }]}
    />
  ),
  'sign-up': (to) => (
    <SignUp
      to={to}
      mode="approval"
      free={{ trial_index_credits: 10, monthly_check_credits: 100 }}
      invite={null}
      waitlist="/waitlist"
    />
  ),
  reset: (to) => <SetPassword to={to} action="/reset" email={EMAIL} />,
  connect: (to) => (
    <Consent
      to={to}
      action="/oauth/authorize"
      request="client_id=https%3A%2F%2Fdesk.example%2Fclient.json"
      app={{ name: NASTY, vouched_by: null }}
      back={{ host: '127.0.0.1:33418', on_this_machine: true }}
      email={EMAIL}
      places={[{ id: 'a', name: 'Northwind' }]}
      scopes={['read', 'write', 'admin']}
      values={{ tenant_id: 'a', scope: 'write', daily_credit_cap: '', approval_above: '' }}
    />
  ),
  'sso-connect': (to) => (
    <Connect
      to={to}
      action="/app/sso/connect?token=t"
      provider={NASTY}
      email="ada@login.example"
      account={EMAIL}
      need={{ password: true, code: true, sign_in: false }}
      issues={[]}
    />
  ),
  'second-factor': (to) => (
    <SecondFactor
      to={to}
      action="/app/sign-in/second"
      next="/app"
      error={say(to, 'The code is wrong or was used already.')}
      hosts={['push.northwind.example']}
      here="push.northwind.example"
    />
  ),
  'passkey-elsewhere': (to) => (
    <SecondFactor
      to={to}
      action="/app/sign-in/second"
      hosts={['push.northwind.example', 'reports.northwind.example']}
      here={null}
    />
  ),
  welcome: (to) => (
    <Welcome
      to={to}
      action="/welcome?token=spi_sample"
      name={NASTY}
      email={EMAIL}
      issues={[
        {
          path: 'password',
          message: say(
            to,
            'is too easy to guess: it is made of common words, rows of keys, repetition, or your own name',
          ),
        },
      ]}
    />
  ),
  'sso-not-connected': (to) => <Unconnected to={to} provider={NASTY} email="ada@login.example" />,
  'sso-refused': (to) => (
    <NotSignedIn
      to={to}
      title={say(to, 'Not signed in')}
      message={say(to, 'None of your groups at {name} gives access here.', { name: NASTY })}
    />
  ),
  'sso-undo': (to) => <UndoConnection to={to} provider={NASTY} account={EMAIL} action="/app/sso/undo?token=t" />,
  ...Object.fromEntries(
    (['stop', 'stopped', 'resumed', 'agree', 'agreed'] as const).map((step) => [
      `notices-${step}`,
      (to: Reader) => <Panel {...noticeWords({ email: EMAIL, workspace: NASTY }, to)[step]} />,
    ]),
  ),
  google: (to) => <Invitation to={to} name={NASTY} made_by="Ada Lindqvist" sitemaps={1} indexing={1} token="t" />,
  'status-429': (to) => <StatusPage to={to} status={429} request_id="0193f0a2-5555" home="/app" retry_after={30} />,
}

export const strangersGallery = ['qps', 'de', 'pl'].flatMap((language) => {
  const to = readerOf('UTC', language)
  return Object.entries(PAGES).map(([name, draw]) => ({
    name: `${name}-${language}`,
    page: () => inPublic(say(to, 'Sign in'), draw(to), to),
  }))
})
