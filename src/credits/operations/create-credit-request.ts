import Type from 'typebox'
import { newId } from '../../kernel/ids.ts'
import { write } from '../../kernel/operation.ts'
import { cents, PackNamed } from '../../plans/index.ts'
import { CreditRequest, readRequest } from '../requests.ts'
import { Note, OwnTenant } from '../shapes.ts'
import { creditRequests } from '../tables.ts'

export const createCreditRequest = write({
  name: 'create_credit_request',
  route: 'POST /credits/requests',
  role: 'admin',
  summary: 'Request a credit pack. The platform admin approves it.',
  description: 'The request keeps what the pack holds and costs today.',
  input: Type.Object({ pack: PackNamed, tenant_id: OwnTenant, note: Note }),
  output: CreditRequest,
  example: { pack: 'boost', note: 'For the spring campaign' },

  handle({ tx, caller, app }, { pack, tenant_id = caller.tenant_id, note = null }) {
    const { usd, index_credits, check_credits } = app.catalog.packs.find((one) => one.pack === pack)!
    const id = newId()
    tx.orm
      .insert(creditRequests)
      .values({
        id,
        tenant_id,
        pack,
        status: 'pending',
        note,
        price_cents: cents(usd),
        index_credits,
        check_credits,
        requested_by: caller.label,
        created_at: tx.now,
      })
      .run()
    return readRequest(tx, id)
  },
})
