import Type from 'typebox'
import {
  DEVICE_CODE,
  type DeviceGrant,
  endpointFields,
  isSimulated,
  Pending,
  type SignInSettings,
  signInOf,
  storedSupplier,
  throwAsFault,
  writeSupplier,
} from '../../domains/providers/index.ts'
import { writeSecret } from '../../kernel/database/settings.ts'
import { conflict, invalid } from '../../kernel/operation/fault.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { Nullable } from '../../kernel/operation/shape.ts'
import { plus, SECOND } from '../../kernel/time/clock.ts'

export const connectSupplier = outbound({
  name: 'connect_supplier',
  route: 'POST /admin/providers/supplier/connect',
  role: 'platform',
  proof: true,
  summary: 'Start connecting a supplier account (RFC 8628): gives an approval page and a code to enter there.',
  description: 'The endpoints are stored, so give them only once.',
  input: Type.Partial(Type.Object(endpointFields)),
  output: Type.Object({ ...Pending.properties, verification_uri_complete: Nullable(Type.String()) }),
  example: {},
  faults: ['conflict', 'upstream_unavailable'],

  async handle({ app, signal, read, write, changed }, given) {
    for (const path of ['device_endpoint', 'token_endpoint'] as const)
      if (given[path] !== undefined && !URL.canParse(given[path]))
        throw invalid({ path, message: 'is not a valid URL' })
    const known = read((tx) => ({ endpoints: storedSupplier(tx).endpoints, simulated: isSimulated(tx) }))
    const endpoints = { ...known.endpoints, ...given }
    const simulated = known.simulated && !isComplete(endpoints)
    if (!simulated && !isComplete(endpoints))
      throw conflict(
        'Give device_endpoint, token_endpoint and client_id of the supplier, or enter its API key with PUT /settings/crawl.',
      )
    const grant = simulated
      ? simulatedGrant(app.config.site_url)
      : await signInOf(app, endpoints as SignInSettings)
          .start(signal)
          .catch(throwAsFault)
    changed({ target: 'supplier', after: { endpoints: simulated ? null : endpoints } })
    return write((tx) => {
      const { user_code, verification_uri, verification_uri_complete, interval } = grant
      const expires_at = plus(tx.now, grant.expires_in * SECOND)
      writeSecret(tx, app.sealer, DEVICE_CODE, grant.device_code)
      const pending = { user_code, verification_uri, expires_at, interval, ask_at: tx.now }
      writeSupplier(tx, { pending, endpoints: simulated ? null : (endpoints as SignInSettings) })
      return { ...pending, verification_uri_complete }
    })
  },
})

const isComplete = (endpoints: Partial<SignInSettings>): boolean =>
  Boolean(endpoints.device_endpoint && endpoints.token_endpoint && endpoints.client_id)

/** The simulated supplier needs no approval. */
const simulatedGrant = (site_url: string): DeviceGrant => ({
  device_code: 'simulated',
  user_code: 'SIMULATED',
  verification_uri: site_url,
  verification_uri_complete: null,
  expires_in: 900,
  interval: 5,
})
