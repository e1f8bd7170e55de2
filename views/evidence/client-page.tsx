/** The OAuth client of the operator: five steps at Google, the redirect to copy, and a test. */
import { goTo, platformPage, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { getGoogleClient, putGoogleClient, testGoogleClient } from '../../src/features/evidence/operations/client.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { Child } from '../jsx/elements.ts'
import { Section } from '../kit/fold.tsx'
import { CopyField } from '../parts/forms/copy.tsx'
import { Post } from '../parts/forms/post.tsx'
import { Banner } from '../parts/page/card.tsx'
import { When } from '../parts/text/when.tsx'
import { platformAct } from '../screens/act.ts'
import { formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { drawPage, zoneOf } from '../shell.tsx'

const GOOGLE = '/app/platform/google'
type Client = AnswerOf<typeof getGoogleClient>

const STEPS = [
  'Open console.cloud.google.com, create a project, and enable the Google Search Console API.',
  'Google Auth Platform, Audience: choose Internal if you have Google Workspace, else External and Publish app.',
  'Google Auth Platform, Data Access: add the scope …/auth/webmasters.readonly (and …/auth/webmasters for sitemaps).',
  'Google Auth Platform, Clients: create a client of type Web application.',
  'Enter the redirect below there, exactly so, then copy Client ID and Client secret.',
]

type ClientPageProps = {
  client: Client
  form: Child
  zone: string
  tried?: { ok: boolean; message: string } | undefined
}

export const ClientPage = ({ client, form, zone, tried }: ClientPageProps) => (
  <>
    {client.problem && <Banner tone="bad">{client.problem}</Banner>}
    {tried && <Banner tone={tried.ok ? 'ok' : 'bad'}>{tried.message}</Banner>}
    <Section title="At Google">
      <ol class="numbered">
        {STEPS.map((step) => (
          <li>{step}</li>
        ))}
      </ol>
      <CopyField id="redirect" label="Authorized redirect URI" value={client.redirect_uri} />
      <p class="hint">
        In Testing, Google ends each consent after 7 days: publish the app. Without a review by Google, people see a
        warning and can go on; an Internal app shows none.
      </p>
    </Section>
    <Section
      title="Here"
      aside={client.client_id !== null && <Post action={`${GOOGLE}/test`} class="btn small" label="Test" />}
      note={
        client.tested_at ? (
          <>
            Google knew it <When time={client.tested_at} zone={zone} />
          </>
        ) : (
          client.client_id !== null && 'Not tested'
        )
      }
    >
      {form}
    </Section>
  </>
)

const clientForm = formScreen({
  at: '/google',
  operator: true,
  operation: putGoogleClient,
  fields: [],
  sentence: 'The client ID is {client_id}, and its secret {client_secret}.',
  rare: 'A stand-in of Google answers at {base_url}.',
  read: ({ client_secret, base_url, ...form }) => ({
    ...form,
    ...(client_secret ? { client_secret } : {}),
    ...(base_url ? { base_url } : {}),
  }),
  verb: 'Save and test',
  page: (call, refused) => clientPage(call, { refused }),
  done: async (call) => clientPage(call, { tried: await call.call(testGoogleClient, {}) }),
})

type State = { refused?: RefusedForm; tried?: { ok: boolean; message: string } }

async function clientPage(call: SignedInCall, { refused, tried }: State = {}) {
  const client = await call.call(getGoogleClient, {})
  const values = { client_id: client.client_id ?? '', base_url: client.base_url ?? '' }
  const secret = client.client_secret ? `stored: ${client.client_secret.hint}` : 'as Google shows it'
  const drawn = {
    empty: { client_id: 'as Google shows it', client_secret: secret, base_url: 'Google’s own addresses' },
  }
  const head = {
    title: 'Google',
    sub: 'By this client, people let their workspaces read Search Console.',
    operator: true,
    kind: 'settings',
  }
  const form = clientForm.form(GOOGLE, values, drawn, refused)
  return drawPage(call, head, <ClientPage client={client} form={form} zone={zoneOf(call)} tried={tried} />)
}

export const clientScreens: readonly Screen[] = [
  platformPage('/google', (call) => clientPage(call)),
  ...clientForm.screens,
  platformAct('/google/test', testGoogleClient, (_, { ok, message }) =>
    goTo(GOOGLE, { text: message, tone: ok ? 'ok' : 'bad' }),
  ),
]
