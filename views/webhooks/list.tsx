/** Webhooks of a workspace and those below it, and a form to add one. */
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { getWebhookTypes } from '../../src/features/webhooks/operations/events.ts'
import { createWebhook, listWebhooks } from '../../src/features/webhooks/operations/webhooks.ts'
import { IntegrationTabs } from '../api-keys/tabs.tsx'
import { Section } from '../kit/fold.tsx'
import { Chip } from '../parts/chips.tsx'
import { SecretOnce } from '../parts/forms/copy.tsx'
import { errorAt } from '../parts/forms/form.tsx'
import { Named } from '../parts/lists/table.tsx'
import { timeColumn } from '../screens/columns.tsx'
import { formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import { drawPage, may } from '../shell.tsx'
import { Events, typesIn } from './events.tsx'
import { hookState, recentInWords } from './words.ts'

export const listOf = ({ base }: SignedInCall): string => `${base}/webhooks`

/** The form of a webhook, new or known. */
export const FORM = {
  fields: ['headers'],
  sentence: 'Send the events of {scope} to {url}.',
  rare: '',
  words: {
    scope: { own: 'this workspace alone', tree: 'this workspace and those below it', platform: 'the whole install' },
  },
  empty: { url: 'https://…' },
  inputs: { url: { type: 'text', inputmode: 'url' } },
} as const

export const hookList = listScreen(
  {
    at: '/webhooks',
    here: true,
    operation: listWebhooks,
    title: 'Integrations',
    sub: 'Webhooks tell your systems at once what happens here.',
    kind: 'settings',
    search: 'Search address',
    above: (view) => !view.own_domain && <IntegrationTabs {...view} current="webhooks" />,
    empty: { icon: 'send', text: 'No webhooks yet.' },
    nothing: 'No webhook fits.',
    menu: (call) => [{ label: 'Events and verification', icon: 'file-text', href: `${listOf(call)}/verify` }],
    columns: ({ self, zone }) => [
      {
        label: 'Address',
        sort: 'url',
        cell: ({ id, url, tenant_name, types }) => (
          <Named
            href={`${self}/${id}`}
            name={new URL(url).host}
            sub={[<bdi>{tenant_name}</bdi>, ` · ${types.join(', ') || 'no events'}`]}
          />
        ),
      },
      { label: 'State', cell: (hook) => <Chip {...hookState(hook)} /> },
      { label: 'Last 50 events', class: 'wide-only', cell: ({ recent }) => recentInWords(recent) },
      timeColumn('Created', 'created_at', zone, 'wide-only'),
    ],
  },
  async (call) => may(call, createWebhook) && (await newHook(call)),
)

export const createForm = formScreen({
  at: '/webhooks',
  operation: createWebhook,
  ...FORM,
  given: ({ all }) => ({ types: typesIn(all('types')) }),
  once: true,
  hints: { headers: 'One a line, such as authorization: Bearer abc. Never shown again.' },
  faults: ['plan_limit'],
  verb: 'Add webhook',
  page: async (call, refused) => hookList.draw(call, await newHook(call, refused)),
  done: (call, { id, url, secret }) => secretPage(call, { id, url, secret }),
})

async function newHook(call: SignedInCall, refused?: RefusedForm) {
  const values = { scope: 'own', types: ['push.*'] }
  return (
    <Section title="New webhook" id="new">
      {createForm.form(listOf(call), values, { children: await eventsOf(call, values.types, refused) }, refused)}
    </Section>
  )
}

export async function eventsOf(call: SignedInCall, types: readonly string[], refused?: RefusedForm) {
  const { types: known } = await call.call(getWebhookTypes, {})
  const chosen = refused ? typesIn(call.all('types')) : types
  const shown = known.filter(({ platform }) => call.caller.platform || !platform)
  return <Events types={shown} chosen={chosen} error={errorAt(refused?.issues ?? [], 'types')} />
}

/** The only page that shows the signing secret. */
export function secretPage(call: SignedInCall, { id, url, secret }: { id: string; url: string; secret: string }) {
  const { host } = new URL(url)
  const crumbs = [{ label: 'Webhooks', href: listOf(call) }, { label: host }]
  return drawPage(
    call,
    { title: 'Store this secret', crumbs, kind: 'settings' },
    <SecretOnce label="Signing secret" secret={secret} done_href={`${listOf(call)}/${id}`} />,
  )
}
