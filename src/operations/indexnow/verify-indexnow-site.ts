import Type from 'typebox'
import { findSite, lookAtKeyFile, recordCheck, SiteId, siteOnWire, VerifiedSite } from '../../domains/indexnow/index.ts'
import { notFound } from '../../kernel/fault.ts'
import { outbound } from '../../kernel/operation.ts'

export const verifyIndexnowSite = outbound({
  name: 'verify_indexnow_site',
  route: 'POST /indexnow/sites/{id}/verify',
  role: 'member',
  tool: {
    when: 'after its key file was put up',
    returns: '`verified`, and `check`: what was found',
    next: 'list_indexnow_sites; pushes ping it from now on',
    brief: ['id', 'host', 'status', 'verified', 'check'],
  },
  summary: 'Fetch the key file of a site and say whether it holds the key.',
  description: 'A file that does not is no error: `verified` is false, and `check` says what was found instead.',
  input: Type.Object({ id: SiteId }),
  output: VerifiedSite,
  example: { id: 'ins_bakery' },
  subject: (tx, caller, { id }) => findSite(tx, caller, id!),

  async handle({ app, subject, signal, write, changed }) {
    const check = await lookAtKeyFile(app, subject, signal)
    const site = write((tx) => {
      const recorded = recordCheck(tx, subject, check)
      const after = { status: recorded?.status, message: check.message }
      changed({ tenant_id: subject.tenant_id, before: { status: subject.status }, after })
      return recorded
    })
    if (!site) throw notFound('IndexNow site')
    return { ...siteOnWire(site, check.at), verified: site.status === 'verified', check }
  },
})
