import Type from 'typebox'
import { findSite, lookAtKeyFile, recordCheck, SiteId, siteOnWire, VerifiedSite } from '../../domains/indexnow/index.ts'
import { notFound } from '../../kernel/operation/fault.ts'
import { outbound } from '../../kernel/operation/operation.ts'

export const verifyIndexnowSite = outbound({
  name: 'verify_indexnow_site',
  route: 'POST /indexnow/sites/{id}/verify',
  role: 'member',
  tool: {
    when: 'after the key file is online',
    returns: '`verified`, and `check` with the content found',
    next: 'list_indexnow_sites; pushes now ping the site',
    brief: ['id', 'host', 'status', 'verified', 'check'],
  },
  summary: 'Fetch the key file of a site and check that it contains the key.',
  description: 'Without the key, `verified` is false and `check` says what the file contains; that is not an error.',
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
