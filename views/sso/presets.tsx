/** Set-up steps of each kind of provider. */
import type { Child } from '../jsx/elements.ts'
import { Fold } from '../kit/fold.tsx'
import { KIND_WORDS } from './words.ts'

type Kind = keyof typeof KIND_WORDS

const STEPS: Readonly<Record<Kind, readonly Child[]>> = {
  google: [
    'Google Cloud console, Google Auth Platform, Audience: choose Internal.',
    'Clients, Create client: type Web application. Copy the client ID and the secret into the form here.',
    'Organisation is your primary domain, such as acme.example.',
    'Paste the redirect address under Authorised redirect URIs.',
    'Google sends no groups: use the role of new people.',
  ],
  entra: [
    'Entra admin center, App registrations, New registration: accounts in this organizational directory only.',
    'Client ID is the Application (client) ID. Organisation is the Directory (tenant) ID.',
    'Certificates & secrets, New client secret: copy its Value, not its Secret ID.',
    'Authentication, Add a platform, Web: paste the redirect address.',
    'Token configuration: add the optional claim email to the ID token. Manifest: add xms_edov beside it, which says that your organisation owns the domain.',
    'For roles: create app roles, assign people to them, and set the groups claim to roles.',
  ],
  generic: [
    'Okta: Applications, Create App Integration, OIDC, Web Application. Keycloak: Clients, Create client, with client authentication. Others: a confidential client for the authorization code flow.',
    'Issuer of Okta is https://YOUR-ORG.okta.com, of Keycloak https://HOST/realms/REALM. It has no /.well-known part.',
    'Paste the redirect address as the sign-in redirect URI.',
    'To sign out there too: register the address of your sign-in page as a sign-out redirect URI.',
    'For roles: let the ID token have a claim with the groups. In Okta, add a groups claim; in Keycloak, use the claim realm_access.roles.',
  ],
}

const TITLES: Readonly<Record<Kind, string>> = { ...KIND_WORDS, generic: 'Okta, Keycloak and others' }

export const Preset = ({ kind }: { kind: Kind }) => (
  <Fold summary={`${TITLES[kind]}: what to paste where`}>
    <ol class="numbered">
      {STEPS[kind].map((step) => (
        <li>{step}</li>
      ))}
    </ol>
  </Fold>
)

export const Presets = () => (
  <>
    {(Object.keys(STEPS) as Kind[]).map((kind) => (
      <Preset kind={kind} />
    ))}
  </>
)
