import Type from 'typebox'
import {
  assertMayEnforce,
  ChangedProviderShape,
  changeProvider,
  endLocalSessions,
  findProvider,
  ProviderId,
  providerChanges,
  providerView,
} from '../index.ts'
import { write } from '../../../kernel/operation/operation.ts'

export const updateIdentityProvider = write({
  name: 'update_identity_provider',
  route: 'PATCH /identity-providers/{id}',
  role: 'platform',
  person: true,
  proof: true,
  summary: 'Change an identity provider, turn it on or off, or require it. What is left out stays.',
  description:
    'Turned off, its sessions end; trusted less with a second factor, those that it opened with one. Required, its people can no longer use a password or a passkey, and their sessions by one end; keys and apps go on. If nobody gets in any more: `signalpost sso off` on the stopped install.',
  input: Type.Object({ id: ProviderId, ...providerChanges }),
  output: ChangedProviderShape,
  example: { id: 'idp_bakery', max_session_hours: 12 },
  faults: ['conflict', 'validation_failed'],
  subject: (tx, _, { id }) => findProvider(tx, id!),

  handle({ tx, app, subject, changed }, { id: _, ...given }) {
    const shown = (row: typeof subject) => {
      const {
        people: __,
        last_ok_at,
        last_error,
        last_error_at,
        client_secret,
        ...settings
      } = providerView(tx, app, row)
      return { ...settings, secret_set: client_secret !== null }
    }
    const before = shown(subject)
    const { row, ...change } = changeProvider(tx, app, subject, given)
    if (row.enforce === 1 && subject.enforce === 0) assertMayEnforce(tx, row)
    const sessions_ended = change.sessions_ended + endLocalSessions(tx, row)
    changed({ before, after: { ...shown(row), ...(sessions_ended > 0 && { sessions_ended }) } })
    return { ...providerView(tx, app, row), sessions_ended }
  },
})
