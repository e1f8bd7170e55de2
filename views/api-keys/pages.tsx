import { goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { createApiKey, deleteApiKey, getApiKey, revokeApiKey } from '../../src/operations/api-keys.ts'
import { domainOfCall } from '../branding.ts'
import { askScreen } from '../screens/ask-screen.ts'
import { editForm, keyPage } from './key.tsx'
import { createForm, keyList, keysOf, QUESTIONS, secretPage } from './keys.tsx'
import { firstIntegration } from './tabs.tsx'

const asked = (name: keyof typeof QUESTIONS) => ({
  at: `/keys/:id/${name}`,
  of: (call: SignedInCall) => call.call(getApiKey, { id: call.params.id }),
  question: QUESTIONS[name],
  crumbs: (call: SignedInCall, { id, name }: { id: string; name: string }) => [
    { label: 'API keys', href: keysOf(call) },
    { label: name, href: `${keysOf(call)}/${id}` },
  ],
})

export const keyScreens: readonly Screen[] = [
  page('/integrations', (call) => goTo(firstIntegration(call, domainOfCall(call) !== null))),
  ...keyList.screens,
  ...createForm.screens,
  page('/keys/:id', (call) => keyPage(call)),
  ...editForm.screens,
  ...askScreen({
    ...asked('replace'),
    operation: createApiKey,
    more: ({ params }) => ({ replaces: params.id }),
    once: true,
    done: secretPage,
  }),
  ...askScreen({
    ...asked('revoke'),
    operation: revokeApiKey,
    done: (call) => goTo(keysOf(call), { text: 'The key is revoked.' }),
  }),
  ...askScreen({
    ...asked('delete'),
    operation: deleteApiKey,
    done: (call) => goTo(keysOf(call), { text: 'The key is deleted.' }),
  }),
]
