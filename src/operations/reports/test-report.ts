import Type from 'typebox'
import { letterFacts, readersOf } from '../../domains/deliveries/index.ts'
import { findIssue, ReportId } from '../../domains/issues/index.ts'
import { limitLetters, Mail, sendNow } from '../../domains/mail/index.ts'
import { forbidden } from '../../kernel/operation/fault.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { newId } from '../../kernel/secrets/ids.ts'

/** Tests that one person can send in a day. */
const A_DAY = 20

export const testReport = outbound({
  name: 'test_report',
  route: 'POST /reports/{id}/test',
  role: 'member',
  instead: 'the page Reports of the web interface',
  summary: 'Send the e-mail of a report to yourself, as its recipients would get it.',
  description:
    'Its button opens the report in the web interface, and it has no unsubscribe link. It has the PDF where a recipient gets it too.',
  input: Type.Object({ id: ReportId }),
  output: Mail,
  example: { id: 'iss_bakery' },
  faults: ['rate_limited'],
  subject: (tx, caller, { id }) => findIssue(tx, caller, id!),

  async handle(call, { id }) {
    const { caller, subject, read, write, app } = call
    const { tenant_id } = subject
    const person = caller.user_id
    if (person === null) throw forbidden('A test goes to the person who asks for it. Use a key that belongs to one.')
    const facts = read((tx) => ({
      ...letterFacts(tx, subject, { own_sender: false }),
      ...(readersOf(tx, tenant_id).with_pdf > 0 ? { pdf: 'yes' } : {}),
    }))
    const message = `You can send yourself ${A_DAY} tests a day, and this limit is reached. Try again tomorrow.`
    write((tx) => limitLetters(tx, `test report:${person}`, A_DAY, message))
    return sendNow(call, undefined, (to) => ({
      ref: `test report ${newId()}`,
      tenant_id,
      template: 'client_report',
      to,
      facts: { ...facts, test: 'yes' },
      link: `${app.config.site_url}/app/w/${tenant_id}/reports/issues/${id}`,
    }))
  },
})
