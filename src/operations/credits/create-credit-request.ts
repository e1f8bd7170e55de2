import Type from 'typebox'
import { CreditRequest, Note, OwnTenant, openRequest, readRequest, tellDeciders } from '../../domains/credits/index.ts'
import { PackNamed } from '../../domains/plans/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const createCreditRequest = write({
  name: 'create_credit_request',
  route: 'POST /credits/requests',
  role: 'admin',
  instead: 'the page Credits of the web interface',
  summary: 'Request a credit pack. The platform admin gets an e-mail and decides.',
  description:
    'The request keeps the pack’s current content and price. The requester gets an e-mail when it is decided. The first 20 requests of an agency in a day send an e-mail; the list has them all.',
  input: Type.Object({ pack: PackNamed, tenant_id: OwnTenant, note: Note }),
  output: CreditRequest,
  example: { pack: 'boost', note: 'For the spring campaign' },

  handle({ tx, caller, app }, { pack, tenant_id = caller.tenant_id, note = null }) {
    const id = openRequest(tx, app, { tenant_id, pack, note, requested_by: caller.label })
    const request = readRequest(tx, id)
    tellDeciders(tx, app, caller, request)
    return request
  },
})
