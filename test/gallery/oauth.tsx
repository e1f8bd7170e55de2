/** Where a person is asked about an app: one that a domain vouches for, one that does not say who it is, and a refusal. */
import { ENGLISH } from '../../src/kernel/language/reader.ts'
import { DEFAULT_PREFERENCES } from '../../views/document.tsx'
import { PublicPage } from '../../views/layout.tsx'
import { Consent, type ConsentProps, NotConnected } from '../../views/oauth/consent.tsx'
import { NASTY } from './samples.ts'

const consent = (more: Partial<ConsentProps> = {}) => (
  <PublicPage title="Connect an app" preferences={DEFAULT_PREFERENCES}>
    <Consent
      to={ENGLISH}
      action="/oauth/authorize"
      request="client_id=https%3A%2F%2Fdesk.example%2Fclient.json&state=%22%3E%3Cb%3E"
      app={{ name: 'Desk', vouched_by: 'desk.example' }}
      back={{ host: 'desk.example', on_this_machine: false }}
      email="ada@northwind.example"
      places={[
        { id: 'a', name: 'Northwind' },
        { id: 'b', name: 'Northwind › Bakery' },
      ]}
      scopes={['read', 'write']}
      values={{ tenant_id: 'b', scope: 'write', daily_credit_cap: '100', approval_above: '' }}
      {...more}
    />
  </PublicPage>
)

export const oauthGallery = [
  { name: 'connect', page: () => consent() },
  {
    name: 'connect-unknown',
    page: () =>
      consent({
        app: { name: NASTY, vouched_by: null },
        back: { host: '127.0.0.1:33418', on_this_machine: true },
        places: [{ id: 'a', name: NASTY }],
        scopes: ['read', 'write', 'admin'],
        values: { scope: 'admin', daily_credit_cap: '-1', approval_above: '30' },
        issues: [{ path: 'daily_credit_cap', message: 'must be a whole number from 1 on, or empty' }],
      }),
  },
  {
    name: 'connect-looking',
    page: () => consent({ scopes: ['read'], values: { scope: 'read', daily_credit_cap: '', approval_above: '' } }),
  },
  {
    name: 'connect-refused',
    page: () => (
      <PublicPage title="This app cannot be connected" preferences={DEFAULT_PREFERENCES}>
        <NotConnected
          to={ENGLISH}
          reason={`${NASTY}: must be https`}
          back={{ href: 'https://desk.example/back?error=invalid_request', host: 'desk.example' }}
        />
      </PublicPage>
    ),
  },
]
