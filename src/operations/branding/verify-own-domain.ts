import Type from 'typebox'
import {
  BrandingShape,
  brandingOf,
  lookForProof,
  ownDomainOf,
  recordLook,
  UNLOCKED_BY,
} from '../../domains/branding/index.ts'
import { assertFeature } from '../../domains/plans/index.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const verifyOwnDomain = outbound({
  name: 'verify_own_domain',
  route: 'POST /tenants/{id}/branding/verify',
  role: 'admin',
  summary: 'Check the proof of an own domain now.',
  description:
    'The TXT record or the file that `domain_proof` names. A missing proof is no error: `domain_proof` says what was found instead. Without this call it is checked hourly for a week; a domain in force is checked daily, and ends when its proof was missing for 14 days.',
  input: Type.Object({ id: TenantId }),
  output: BrandingShape,
  example: { id: 'ten_bakery' },
  faults: ['plan_required', 'conflict'],

  async handle({ app, signal, read, write, changed }, { id }) {
    const wanted = read((tx) => {
      assertFeature(tx, app, id, UNLOCKED_BY.domain)
      return ownDomainOf(tx, id)
    })
    if (!wanted) throw conflict('This workspace has no own domain yet. Set `domain` with put_branding first.')
    const finding = await lookForProof(app, wanted, signal)
    return write((tx) => {
      const stateOf = () => {
        const { domain, domain_proof } = brandingOf(tx, app, id)
        const { state, in_force, problem } = domain_proof ?? {}
        return { domain, state, in_force, problem }
      }
      const before = stateOf()
      recordLook(tx, wanted, finding)
      changed({ tenant_id: id, before, after: stateOf() })
      return brandingOf(tx, app, id)
    })
  },
})
