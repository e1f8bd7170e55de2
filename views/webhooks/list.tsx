/** Webhooks of a workspace and those below it, and a form to add one. */
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { createWebhook, listWebhooks } from '../../src/features/webhooks/operations/webhooks.ts'
import { IntegrationTabs } from '../connect/tabs.tsx'
import { Section } from '../kit/fold.tsx'
import { Chip } from '../parts/chips.tsx'
import { SecretOnce } from '../parts/forms/copy.tsx'
import { Named } from '../parts/lists/table.tsx'
import { timeColumn } from '../screens/columns.tsx'
import { formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import { drawPage, may } from '../shell.tsx'
import { hookState, recentInWords, SCOPE_WORDS } from './words.ts'

export const listOf = ({ base }: SignedInCall): string => `${base}/webhooks`

export const HINTS = {
  url: 'Your server must answer 2xx within 15 seconds.',
  types: 'One a line: push.finished, or push.* for a group.',
  scope: 'Workspaces below this one are its clients.',
  headers: 'One a line, such as authorization: Bearer abc. Never shown again.',
}
export const EMPTY = { types: 'No events' }
export const WORDS = { scope: SCOPE_WORDS }
export const INPUTS = { url: { type: 'text', inputmode: 'url' } }

export const hookList = listScreen(
  {
    at: '/webhooks',
    here: true,
    operation: listWebhooks,
    title: 'Integrations',
    sub: 'Webhooks tell your systems at once what happens here.',
    kind: 'settings',
    search: 'Search address',
    above: ({ base, own_domain }) => !own_domain && <IntegrationTabs base={base} current="webhooks" hooks />,
    empty: { icon: 'send', text: 'No webhooks yet.' },
    nothing: 'No webhook fits.',
    act: (call) => ({ label: 'Events and verification', icon: 'file-text', href: `${listOf(call)}/verify` }),
    columns: ({ self, zone }) => [
      {
        label: 'Address',
        sort: 'url',
        cell: ({ id, url, tenant_name, types }) => (
          <Named
            href={`${self}/${id}`}
            name={new URL(url).host}
            sub={`${tenant_name} · ${types.join(', ') || 'no events'}`}
          />
        ),
      },
      { label: 'State', cell: (hook) => <Chip {...hookState(hook)} /> },
      { label: 'Last 50 events', class: 'wide-only', cell: ({ recent }) => recentInWords(recent) },
      timeColumn('Created', 'created_at', zone, 'wide-only'),
    ],
  },
  (call) => may(call, createWebhook) && newHook(call),
)

export const createForm = formScreen({
  at: '/webhooks',
  operation: createWebhook,
  fields: ['url', 'types', 'scope', 'headers'],
  given: () => ({}),
  once: true,
  words: WORDS,
  inputs: INPUTS,
  hints: HINTS,
  empty: EMPTY,
  faults: ['plan_limit'],
  verb: 'Add webhook',
  page: (call, refused) => hookList.draw(call, newHook(call, refused)),
  done: (call, { id, url, secret }) => secretPage(call, { id, url, secret }),
})

const newHook = (call: SignedInCall, refused?: RefusedForm) => (
  <Section title="New webhook" id="new">
    {createForm.form(listOf(call), { scope: 'own', types: ['push.*'] }, undefined, refused)}
  </Section>
)

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
