/** What people see who are not signed in: a client's report, the first run, signing in, and what went wrong. */

import { ENGLISH } from '../../src/kernel/language/reader.ts'
import { updateEmailSettings } from '../../src/operations/emails/settings.ts'
import { fieldsOf } from '../../views/parts/forms/form.tsx'
import { StatusPage, statusWords } from '../../views/parts/page/status-pages.tsx'
import { documentOfJob } from '../../views/reports/report.tsx'
import { SetupAccount, SetupAddress, SetupEngine, SetupMail, SetupSupplier } from '../../views/setup/setup.tsx'
import { Invitations } from '../../views/sign-in/invitations.tsx'
import { SignIn } from '../../views/sign-in/sign-in.tsx'
import { Verify } from '../../views/sign-in/verify.tsx'
import { inDoc, inPublic } from './frames.tsx'
import { PARTS } from './report-samples.ts'
import { job, NASTY, NOW } from './samples.ts'

const BRAND = { name: 'Northwind', css_href: '/gallery/brand.css' }

const INVITED = { email: 'ada@northwind.example', proved: false, self: '/app/invitations' }
const OFFERS = [
  { tenant_id: 'a', name: NASTY, role: 'client_viewer', by: NASTY },
  { tenant_id: 'b', name: 'Bakery', role: 'owner', by: null },
] as const

const BAD_ADDRESS = [{ path: 'base_url', message: 'Enter an address such as https://api.supplier.example.' }]

const PROOF = {
  action: '/verify?token=spv_sample',
  email: 'newhire@northwind.example',
  name: NASTY,
  made: { day: '2026-11-02', maker: { name: NASTY, email: 'ada@northwind.example' }, workspace: NASTY },
  account: null,
  sign_in: '/app/sign-in?next=%2Fverify',
}

const UNSAFE = {
  url: 'http://push.northwind.example',
  ok: false,
  message:
    'http://push.northwind.example answers, but without TLS: passwords travel in the open. Put a proxy with a certificate before it and set SIGNALPOST_SITE_URL to the https address.',
  at: NOW,
}

export const publicGallery = [
  {
    name: 'report',
    page: () =>
      inDoc(
        documentOfJob({
          to: ENGLISH,
          report: {
            job: job({ name: NASTY }),
            visible: [9, 10, 20, 30, 41, 51, 61, 71].map((visible, day) => ({ day, visible })),
          },
          figures: {
            ordered: 120,
            credits: { returned: 40, used: 62 },
            pages: { total: 115, visible: 71, before: 9, gained: 62 },
            by_day7: { rate: 0.54, links: 115, until: '2026-11-12' },
            google: [{ cause: 'declined', pages: 21 }],
          },
          client: 'Hazel <studio>',
          brand: BRAND,
          engine: 'Google',
          asks: '/r/spr_sample',
          parts: PARTS,
          faults: ['noindex'],
          only: null,
          contact: 'Ada Lovelace, ada@northwind.example',
          at: NOW,
          self: '/r/6f1d3f0c2b9a4e77',
        }),
      ),
  },
  { name: 'setup-account', page: () => inPublic('Set up', <SetupAccount action="/setup" />) },
  {
    name: 'setup-account-422',
    page: () =>
      inPublic(
        'Set up',
        <SetupAccount
          action="/setup"
          values={{ workspace: `A&amp;B <i>"x"'`, name: 'Ada', email: 'ada' }}
          issues={[
            { path: '/email', message: 'Enter an e-mail address.' },
            { path: '/password', message: 'At least 12 characters.' },
          ]}
        />,
      ),
  },
  {
    name: 'setup-address',
    page: () =>
      inPublic(
        'Site address',
        <SetupAddress site_url="http://push.northwind.example" check={UNSAFE} action="/a" later_href="/app" />,
      ),
  },
  {
    name: 'setup-mail',
    page: () =>
      inPublic(
        'E-mail',
        <SetupMail
          action="/m"
          later_href="/app"
          fields={fieldsOf(updateEmailSettings.input, ['host', 'port', 'secure', 'user', 'password', 'from_address'])}
          values={{ host: 'mail.northwind.example', port: 587, secure: 'starttls' }}
          refusal="535 Authentication failed: the user or the password is not known."
        />,
      ),
  },
  {
    name: 'setup-suppliers',
    page: () =>
      inPublic(
        'Crawl supplier',
        <SetupSupplier
          action="/s"
          later_href="/app"
          route={null}
          price={null}
          sent={{ values: { adapter: 'speedyindex', base_url: 'x' }, issues: BAD_ADDRESS }}
        />,
      ),
  },
  {
    name: 'setup-engine',
    page: () =>
      inPublic(
        'Check engine',
        <SetupEngine
          action="/e"
          later_href="/app"
          adapter="dataforseo"
          engine={null}
          wants={{ dataforseo: ['login', 'password'], serper: ['api_key'] }}
          failed="DataForSEO: the login or the password is not known."
        />,
      ),
  },
  {
    name: 'sign-in',
    page: () =>
      inPublic(
        'Sign in',
        <SignIn
          to={ENGLISH}
          action="/app/sign-in"
          error="This e-mail and password do not belong together."
          email="ada@northwind.example"
          providers={[{ name: 'Northwind login', href: '/app/sso/a/start' }]}
        />,
      ),
  },
  {
    name: 'invitations',
    page: () => inPublic('Your invitations', <Invitations to={ENGLISH} {...INVITED} offers={OFFERS} />),
  },
  {
    name: 'invitations-none',
    page: () => inPublic('Your invitations', <Invitations to={ENGLISH} {...INVITED} proved offers={[]} />),
  },
  { name: 'verify', page: () => inPublic('Confirm your address', <Verify to={ENGLISH} {...PROOF} sign_in={null} />) },
  { name: 'verify-stranger', page: () => inPublic('Confirm your address', <Verify to={ENGLISH} {...PROOF} />) },
  {
    name: 'verify-change',
    page: () => inPublic('Confirm your address', <Verify to={ENGLISH} {...PROOF} account="ada@northwind.example" />),
  },
  ...([403, 404, 410, 413, 429, 500, 503] as const).map((code) => ({
    name: `status-${code}`,
    page: () =>
      inPublic(
        statusWords(code).title,
        <StatusPage status={code} request_id="0193f0a2-5555" home="/app" retry_after={code === 429 ? 30 : undefined} />,
      ),
  })),
]
