import Type from 'typebox'
import { sendSubmissions, verifyAllSites } from '../../domains/indexnow/index.ts'
import { outbound } from '../../kernel/operation/operation.ts'

export const tickIndexnow = outbound({
  name: 'tick_indexnow',
  route: 'POST /indexnow/tick',
  role: 'platform',
  summary: 'Verify all sites now, and send waiting submissions.',
  description: 'Skips sites that were never verified and sites with pings disabled.',
  input: Type.Object({}),
  output: Type.Object({
    checked: Type.Integer({ description: 'Sites whose key file was checked' }),
    verified: Type.Integer(),
    failing: Type.Integer(),
    attempts: Type.Integer({ description: 'Submissions sent to the endpoint' }),
  }),
  example: {},

  async handle({ app, signal, write }) {
    const sites = await verifyAllSites(app, signal)
    const failing = sites.filter((site) => site.status === 'failing').length
    const attempts = await sendSubmissions(app, signal)
    return write(() => ({ checked: sites.length, verified: sites.length - failing, failing, attempts }))
  },
})
