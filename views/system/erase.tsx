/** Erases a former user's name and addresses from the audit trail. */
import { goTo, type SignedInCall } from '../../src/doors/pages/web.ts'
import { eraseAuditWords } from '../../src/operations/audit.ts'
import { Card } from '../parts/page/card.tsx'
import { many } from '../parts/text/format.ts'
import { type FormOf, formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { drawPage } from '../shell.tsx'

const AT = '/app/platform/audit/erase'

export const eraseForm: FormOf = formScreen({
  at: '/audit/erase',
  operator: true,
  operation: eraseAuditWords,
  fields: ['email', 'name', 'user_id'],
  inputs: { email: { type: 'email', autocomplete: 'off' } },
  faults: ['conflict'],
  verb: 'Erase from the trail',
  tone: 'danger',
  page: (call, refused) => erasePage(call, refused),
  done: (_call, { rows }) => goTo('/app/platform/audit', { text: `Erased from ${many(rows, 'line')}.` }),
})

export const erasePage = (call: SignedInCall, refused?: RefusedForm) =>
  drawPage(
    call,
    {
      title: 'Erase a person',
      sub: 'For people whose account is deleted. What was done stays, with the id of the account.',
      operator: true,
      kind: 'settings',
      crumbs: [{ label: 'Audit', href: '/app/platform/audit' }, { label: 'Erase a person' }],
    },
    <Card body>{eraseForm.form(AT, {}, {}, refused)}</Card>,
  )
