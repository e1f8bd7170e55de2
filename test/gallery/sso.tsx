/** Single sign-on: what people see on the way to their provider and back. */
import { ENGLISH } from '../../src/kernel/language/reader.ts'
import { Leading } from '../../views/lead-to.tsx'
import { Connect, NotSignedIn, Unconnected, UndoConnection } from '../../views/sso/sign-in.tsx'
import { Trial } from '../../views/sso/trial.tsx'
import { inPublic } from './frames.tsx'
import { at, NASTY } from './samples.ts'

const CONNECT = { action: '/app/sso/connect?token=t', provider: NASTY, email: 'ada@login.example', issues: [] }

export const ssoGallery = [
  {
    name: 'sso-trial',
    page: () =>
      inPublic(
        'Trial',
        <Trial
          provider={NASTY}
          claims={[
            ['email', 'ada@northwind.example'],
            ['groups', NASTY],
          ]}
          would="New account ada@northwind.example for Ada, member of Northwind."
          back={at('/sso/a')}
        />,
      ),
  },
  {
    name: 'sso-refused',
    page: () => inPublic('Not signed in', <NotSignedIn to={ENGLISH} title="Not signed in" message={NASTY} />),
  },
  {
    name: 'sso-unconnected',
    page: () => inPublic('Check your e-mail', <Unconnected to={ENGLISH} provider={NASTY} email="a@b.example" />),
  },
  {
    name: 'sso-leading',
    page: () => inPublic('Trial', <Leading to={ENGLISH} title="Trial" verb={NASTY} url="https://login.example/" />),
  },
  {
    name: 'sso-connect',
    page: () =>
      inPublic(
        'Connect sign-in',
        <Connect
          to={ENGLISH}
          {...CONNECT}
          account="ada@northwind.example"
          need={{ password: true, code: true, sign_in: false }}
        />,
      ),
  },
  {
    name: 'sso-connect-refused',
    page: () =>
      inPublic(
        'Connect sign-in',
        <Connect
          to={ENGLISH}
          {...CONNECT}
          account="ada@northwind.example"
          need={{ password: true, code: false, sign_in: false }}
          issues={[{ path: 'password', message: 'is wrong' }]}
        />,
      ),
  },
  {
    name: 'sso-connect-signed-out',
    page: () =>
      inPublic(
        'Connect sign-in',
        <Connect
          to={ENGLISH}
          {...CONNECT}
          account="ada@northwind.example"
          need={{ password: false, code: false, sign_in: true }}
        />,
      ),
  },
  {
    name: 'sso-undo',
    page: () =>
      inPublic(
        'Disconnect sign-in',
        <UndoConnection to={ENGLISH} provider={NASTY} account="ada@northwind.example" action="/app/sso/undo?token=t" />,
      ),
  },
]
