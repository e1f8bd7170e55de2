import { goTo, page, type Reply, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { createApiKey } from '../../src/operations/api-keys/create-api-key.ts'
import { deleteApiKey } from '../../src/operations/api-keys/delete-api-key.ts'
import { getApiKey } from '../../src/operations/api-keys/get-api-key.ts'
import { revokeApiKey } from '../../src/operations/api-keys/revoke-api-key.ts'
import { askScreen } from '../screens/ask-screen.ts'
import { editForm, keyPage } from './key.tsx'
import { createForm, keyList, keysOf, QUESTIONS, replace } from './keys.tsx'

const ask = (act: keyof typeof QUESTIONS, does: (call: SignedInCall) => Promise<Reply>) =>
  askScreen({
    at: `/keys/:id/${act}`,
    needs: createApiKey,
    of: (call) => call.call(getApiKey, { id: call.params.id }),
    question: QUESTIONS[act],
    crumbs: (call, { id, name }) => [
      { label: 'API keys', href: keysOf(call) },
      { label: name, href: `${keysOf(call)}/${id}` },
    ],
    does,
  })

export const keyScreens: readonly Screen[] = [
  ...keyList.screens,
  ...createForm.screens,
  page('/keys/:id', (call) => keyPage(call)),
  ...editForm.screens,
  ...ask('replace', replace),
  ...ask('revoke', async (call) => {
    await call.call(revokeApiKey, { id: call.params.id })
    return goTo(keysOf(call), { text: 'The key is revoked.' })
  }),
  ...ask('delete', async (call) => {
    await call.call(deleteApiKey, { id: call.params.id })
    return goTo(keysOf(call), { text: 'The key is deleted.' })
  }),
]
