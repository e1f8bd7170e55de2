/** Starts and ends viewing a workspace as its admin, and shows the workspace these views. */
import { endViewOf, viewWorkspace } from '../../src/doors/pages/sign-in/accounts.ts'
import {
  type Call,
  goTo,
  htmlResponse,
  LEAVE_VIEW,
  type Markup,
  pageVisitorAt,
  platformAction,
  platformPage,
  publicAction,
  type Reply,
  type Screen,
  SIGN_IN,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { localPath } from '../../src/kernel/web-fetch/local-path.ts'
import { listWorkspaceViews } from '../../src/operations/tenants/overview.ts'
import { getTenant } from '../../src/operations/tenants/workspaces.ts'
import { issuesIn } from '../form-refusal.ts'
import { Form, type Issue } from '../parts/forms/form.tsx'
import type { Column } from '../parts/lists/table.tsx'
import { Card } from '../parts/page/card.tsx'
import { many } from '../parts/text/format.ts'
import { timeColumn } from '../screens/columns.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import type { ListState } from '../screens/list-spec.ts'
import { drawPage } from '../shell.tsx'

const HOME = '/app'

type ViewRow = AnswerOf<typeof listWorkspaceViews>['items'][number]

const MINUTE = 60_000
const minutesOf = ({ started_at, ended_at }: ViewRow): number =>
  Math.max(1, Math.round((Date.parse(ended_at) - Date.parse(started_at)) / MINUTE))

const columns = ({ zone }: ListState): Column<ViewRow>[] => [
  {
    label: 'Who',
    cell: (row) => (
      <>
        {row.who ?? 'A deleted account'}
        <small class="sub2">{row.reason ?? 'No reason was required then'}</small>
      </>
    ),
  },
  { label: 'Length', cell: (row) => many(minutesOf(row), 'minute') },
  { label: 'Pages', class: 'num', cell: (row) => (row.pages === null ? '–' : String(row.pages)) },
  timeColumn('Ended', 'ended_at', zone),
]

const viewList = listScreen({
  at: '/views',
  operation: listWorkspaceViews,
  given: ({ caller }: SignedInCall) => ({ id: caller.tenant_id }),
  title: 'Operator access',
  sub: 'When the operator of this install viewed this workspace as its admin, and why. A view changes nothing.',
  kind: 'settings',
  columns,
  menu: ({ base }) => [{ label: 'Audit trail', icon: 'shield-check', href: `${base}/audit` }],
  empty: { icon: 'eye', text: 'The operator has not viewed this workspace.' },
})

export const viewScreens: readonly Screen[] = [
  platformPage('/view/:id', (call) => ask(call)),
  platformAction('/view/:id', start),
  publicAction(LEAVE_VIEW, leave),
  ...viewList.screens,
]

async function ask(call: SignedInCall, issues?: readonly Issue[]): Promise<Markup> {
  const { id, name } = await call.call(getTenant, { id: call.params.id })
  const page = URL.parse(call.request.headers.get('referer') ?? '')
  const back = call.form.back ?? (page ? localPath(page.pathname + page.search, HOME) : HOME)
  return drawPage(
    call,
    {
      title: `View ${name}`,
      operator: true,
      kind: 'settings',
      crumbs: [{ label: name, href: back }, { label: 'View' }],
    },
    <AskReason action={`/app/platform/view/${id}`} back={back} name={name} reason={call.form.reason} issues={issues} />,
  )
}

async function start(call: SignedInCall): Promise<Reply> {
  const { reason = '', back } = call.form
  try {
    return goTo(`/app/w/${viewWorkspace(call, { from_path: localPath(back ?? HOME, HOME), reason })}`)
  } catch (error) {
    return htmlResponse(await ask(call, issuesIn(error)), 422)
  }
}

async function leave(call: Call) {
  const visitor = await pageVisitorAt(call)
  if (!visitor) return goTo(SIGN_IN)
  return goTo(
    endViewOf(call, visitor) ?? HOME,
    { text: 'You are yourself again.' },
    visitor.cookie ? [visitor.cookie] : [],
  )
}

const SCHEMA = {
  properties: { reason: { type: 'string', title: 'Reason', minLength: 3, maxLength: 200 } },
  required: ['reason'],
}

type AskProps = { action: string; back: string; name: string; reason?: string; issues?: readonly Issue[] }

const AskReason = ({ action, back, name, reason, issues }: AskProps) => (
  <Card body>
    <p>You see {name} as its admin does, for 30 minutes. You cannot change anything.</p>
    <Form
      action={action}
      schema={SCHEMA}
      verb="View workspace"
      values={{ reason }}
      issues={issues}
      hidden={{ back }}
      hints={{ reason: 'Such as a ticket number. Owners of the workspace read it.' }}
    />
  </Card>
)
