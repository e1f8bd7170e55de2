import { action, type FeaturePages, goTo, type Screen, SIGN_IN, type SignedInCall } from '../../src/doors/pages/web.ts'
import { deleteOwnIdentity, listOwnIdentities } from '../../src/features/sso/operations/own-identities.ts'
import { awayFrom, beginConnect, ssoButtons } from '../../src/features/sso/visitors.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { assertProof } from '../../src/kernel/operation/proof.ts'
import { domainOfCall, faceOfSignIn } from '../branding.ts'
import { Section } from '../kit/fold.tsx'
import { leadTo } from '../lead-to.tsx'
import { Post } from '../parts/forms/post.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { When } from '../parts/text/when.tsx'
import { act } from '../screens/act.ts'
import { zoneOf } from '../shell.tsx'
import { ssoSettings } from './pages.tsx'
import { ssoScreens } from './sign-in.tsx'

const accountIdentityScreens: readonly Screen[] = [
  action('/account/identities/:id/connect', async (call) => {
    assertProof(call.caller, call.app.clock.now())
    const { provider, url, cookie } = await beginConnect(call, `${call.base}/account`)
    const to = zoneOf(call)
    const title = say(to, 'Connect {name}', { name: provider })
    const verb = say(to, 'Go on to {name}', { name: provider })
    return leadTo(call, { title, verb, url, cookies: [cookie] }, { ...faceOfSignIn(call), to })
  }),
  act('/account/identities/:id/disconnect', deleteOwnIdentity, (call) =>
    goTo(`${call.base}/account`, { text: say(zoneOf(call), 'Disconnected. Your other sessions ended.') }),
  ),
]

type Identity = AnswerOf<typeof listOwnIdentities>['identities'][number]

const identityColumns = (self: string, zone: Reader): Column<Identity>[] => [
  { label: text('Provider'), cell: ({ provider, email }) => <Named name={provider} sub={email} /> },
  { label: text('Last sign-in'), class: 'num when', cell: ({ last_at }) => <When time={last_at} zone={zone} /> },
  {
    label: text('Disconnect'),
    class: 'end',
    cell: ({ id, provider }) => (
      <Post
        action={`${self}/identities/${id}/disconnect`}
        class="btn small"
        label={say(zone, 'Disconnect')}
        of={provider}
      />
    ),
  },
]

async function identitySection(call: SignedInCall) {
  const { identities } = await call.call(listOwnIdentities, {})
  const providers = domainOfCall(call) ? [] : ssoButtons(call)
  const [self, to] = [`${call.base}/account`, zoneOf(call)]
  const isNew = ({ id }: { id: string }) => identities.every(({ provider_id }) => provider_id !== id)
  if (identities.length === 0 && providers.length === 0) return null
  return (
    <Section title={say(to, 'Single sign-on')}>
      {identities.length > 0 && (
        <DataTable
          to={to}
          caption={text('Identity providers that sign you in')}
          columns={identityColumns(self, to)}
          rows={identities}
          lines
        />
      )}
      <div class="acts">
        {providers.filter(isNew).map(({ id, name }) => (
          <Post action={`${self}/identities/${id}/connect`}>{say(to, 'Connect {name}', { name })}</Post>
        ))}
      </div>
    </Section>
  )
}

export const ssoPages: FeaturePages = {
  screens: [...ssoScreens, ...ssoSettings, ...accountIdentityScreens],
  slots: {
    account_sections: identitySection,
    sign_in: {
      buttons: ssoButtons,
      away(call, token) {
        const away = awayFrom(call, token, SIGN_IN)
        if (!away) return null
        const lead = { title: 'You are signed out', verb: `Sign out at ${away.name} too`, url: away.url }
        return (cookies) => leadTo(call, { ...lead, cookies })
      },
    },
  },
}
