import { TEMPLATES } from '../../src/domains/mail/index.ts'
import {
  action,
  goTo,
  page,
  platformAction,
  platformPage,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { getEmail, listEmails, resendEmail } from '../../src/operations/emails/log.ts'
import { Chip } from '../parts/chips.tsx'
import { type Column, Named } from '../parts/lists/table.tsx'
import { timeColumn } from '../screens/columns.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import type { ListState } from '../screens/list-spec.ts'
import { drawPage, may, zoneOf } from '../shell.tsx'
import { letterInFrame, withFrame } from './frame.ts'
import { Email } from './letter.tsx'
import { emailForms, settingsPage, templateOf, templatePage } from './settings.tsx'
import { EMAIL_STATUS, type EmailRow, templateInWords } from './words.ts'

const columns = ({ self, zone }: ListState): Column<EmailRow>[] => [
  { label: 'To', sort: 'to', cell: (row) => <Named href={`${self}/${row.id}`} name={row.to} sub={row.subject} /> },
  { label: 'Kind', class: 'wide-only', cell: (row) => templateInWords(row.template) },
  {
    label: 'Status',
    cell: (row) => (
      <>
        <Chip {...EMAIL_STATUS[row.status]} />
        {row.address_refused && <small class="sub2">Address refused</small>}
      </>
    ),
  },
  timeColumn('Written', 'created_at', zone, 'wide-only'),
]

const kinds = TEMPLATES.map((name): [string, string] => [name, templateInWords(name)]).toSorted(([, a], [, b]) =>
  a < b ? -1 : 1,
)

const logAt = (at: string, scope: { here: true } | { operator: true }, sub: string) =>
  listScreen({
    ...scope,
    at,
    sub,
    operation: listEmails,
    title: 'E-mail log',
    kind: 'settings',
    search: 'Search address or subject',
    filters: { status: EMAIL_STATUS, template: Object.fromEntries(kinds) },
    columns,
    empty: { icon: 'bell', text: 'No e-mail yet. Invitations and notices are listed here.' },
    nothing: 'No e-mail fits these filters.',
  })

const emailLog = logAt('/emails', { here: true }, 'E-mails of this workspace and those below it.')
const installLog = logAt('/letters', { operator: true }, 'E-mails of every workspace and of the platform.')

function emailAt(at: string, operator: boolean): readonly Screen[] {
  const [get, post] = operator ? [platformPage, platformAction] : [page, action]
  const listOf = ({ base }: SignedInCall) => `${operator ? '/app/platform' : base}${at}`
  const scope = operator ? {} : { here: true as const }
  const emailOf = (call: SignedInCall) => call.call(getEmail, { id: call.params.id }, scope)
  return [
    get(`${at}/:id`, async (call) => {
      const email = await emailOf(call)
      const list = listOf(call)
      const head = {
        title: email.subject,
        crumbs: [{ label: 'E-mail log', href: list }, { label: email.to }],
        sub: <Chip {...EMAIL_STATUS[email.status]} />,
        act: may(call, resendEmail as AnyOperation)
          ? { label: 'Send again', href: `${list}/${email.id}/resend`, post: true as const }
          : null,
        operator,
        kind: 'settings',
      }
      return withFrame(await drawPage(call, head, <Email email={email} list={list} zone={zoneOf(call)} />))
    }),
    get(`${at}/:id/letter`, async (call) => letterInFrame((await emailOf(call)).html)),
    {
      ...post(`${at}/:id/resend`, async (call) => {
        const { id } = await call.call(resendEmail, { id: call.params.id }, scope)
        return goTo(`${listOf(call)}/${id}`, { text: 'Sent again. This is the new e-mail.' })
      }),
      calls: ({ params }) => [{ operation: resendEmail, input: { id: params.id } }],
    },
  ]
}

const emailLogScreens: readonly Screen[] = [
  ...emailLog.screens,
  ...emailAt('/emails', false),
  ...installLog.screens,
  ...emailAt('/letters', true),
]

export const emailScreens: readonly Screen[] = [
  ...emailLogScreens,
  platformPage('/email', (call) => settingsPage(call)),
  ...emailForms,
  platformPage('/email/templates/:name', async (call) => withFrame(await templatePage(call))),
  platformPage('/email/templates/:name/letter', async (call) => letterInFrame((await templateOf(call)).html)),
]
