import Type from 'typebox'
import {
  ClientReport,
  edit,
  findIssue,
  MOST_COMMENT,
  ReportId,
  readIssue,
  Sections,
} from '../../domains/issues/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const updateReport = write({
  name: 'update_report',
  route: 'PATCH /reports/{id}',
  role: 'admin',
  instead: 'the page Reports of the web interface',
  summary: 'Change the comment, the contact or the sections of a report that is not sent. A field left out stays.',
  description: 'An approved report waits for approval again.',
  input: Type.Object({
    id: ReportId,
    comment: Type.Optional(Type.String({ title: 'Comment', description: 'Plain text', maxLength: MOST_COMMENT })),
    contact: Type.Optional(
      Type.String({
        title: 'Contact',
        description: 'Person who answers the reader',
        maxLength: 200,
        pattern: '^[^\\x00-\\x1f\\x7f]*$',
      }),
    ),
    sections: Type.Optional(Sections),
  }),
  output: ClientReport,
  example: { id: 'iss_bakery', comment: 'The shop is found again.' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findIssue(tx, caller, id!),

  handle({ tx, subject, changed }, { id, comment, contact, sections }) {
    const before = readIssue(tx, id)
    edit(tx, subject, {
      comment: comment?.replaceAll('\r\n', '\n').trim() ?? before.comment,
      contact: contact?.trim() ?? before.contact,
      sections: sections ?? before.sections,
    })
    const after = readIssue(tx, id)
    changed({ tenant_id: subject.tenant_id, target: id, before: wordsOf(before), after: wordsOf(after) })
    return after
  },
})

const wordsOf = ({ state, comment, contact, sections }: ReturnType<typeof readIssue>) => ({
  state,
  comment,
  contact,
  sections,
})
