import Type from 'typebox'
import { outbound, read, write } from '../../../kernel/operation/operation.ts'
import { clientInput, clientOnWire, GoogleClientShape, noteTested, storeClient, testClient } from '../index.ts'

export const getGoogleClient = read({
  name: 'get_google_client',
  route: 'GET /settings/google',
  role: 'platform',
  instead: 'a person: the client is set up on the pages',
  summary:
    'The OAuth client of the operator by which people connect their Google accounts, and the redirect to register.',
  input: Type.Object({}),
  output: GoogleClientShape,
  example: {},
  handle: ({ tx, app }) => clientOnWire(tx, app),
})

export const putGoogleClient = write({
  name: 'put_google_client',
  route: 'PUT /settings/google',
  role: 'platform',
  person: true,
  proof: true,
  summary: 'Set the OAuth client of the operator. A secret left out stays, for the same client at the same address.',
  input: Type.Object(clientInput),
  output: GoogleClientShape,
  example: { client_id: '248.apps.googleusercontent.example', client_secret: 'GOCSPX-example' },
  faults: ['validation_failed'],

  handle({ tx, app, changed }, given) {
    const before = clientOnWire(tx, app)
    storeClient(tx, app, given)
    const after = clientOnWire(tx, app)
    changed({
      target: 'google',
      before: { client_id: before.client_id, base_url: before.base_url },
      after: { client_id: after.client_id, base_url: after.base_url, secret: given.client_secret !== undefined },
    })
    return after
  },
})

export const testGoogleClient = outbound({
  name: 'test_google_client',
  route: 'POST /settings/google/test',
  role: 'platform',
  instead: 'a person, on the page of the client',
  summary: 'Ask Google whether it knows the client, its secret and the redirect. Connects nobody.',
  input: Type.Object({}),
  output: Type.Object({ ok: Type.Boolean(), message: Type.String() }),
  example: {},
  faults: ['conflict'],

  async handle({ app, write, changed, signal }) {
    const answer = await testClient(app, signal)
    changed({ target: 'google', after: { ok: answer.ok } })
    write((tx) => noteTested(tx, answer.ok))
    return answer
  },
})
