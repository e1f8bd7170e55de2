import { factsOfWorkspaces } from '../../src/domains/reports/index.ts'
import {
  goTo,
  htmlResponse,
  type Markup,
  platformAction,
  platformPage,
  type Reply,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import type { Fault } from '../../src/kernel/operation/fault.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { adjustCredits } from '../../src/operations/credits/adjust-credits.ts'
import { deleteTenant } from '../../src/operations/tenants/delete-tenant.ts'
import { getTenant } from '../../src/operations/tenants/get-tenant.ts'
import { listTenants } from '../../src/operations/tenants/list-tenants.ts'
import { setTenantPlan } from '../../src/operations/tenants/set-tenant-plan.ts'
import { updateTenant } from '../../src/operations/tenants/update-tenant.ts'
import type { Question } from '../parts/dialogs.tsx'
import { fieldsOf } from '../parts/form.tsx'
import { many } from '../parts/format.ts'
import { askedOf } from '../parts/list.ts'
import { issuesIn } from '../refused.ts'
import { confirmPage, installPage, zoneOf } from '../shell.tsx'
import { WorkspacePage, type WorkspaceProps } from './workspace.tsx'
import { type Workspace, type WorkspaceRow, Workspaces } from './workspaces.tsx'

const WORKSPACES = '/app/platform/workspaces'
const at = (id: string): string => `${WORKSPACES}/${id}`

export const workspaceScreens: readonly Screen[] = [
  platformPage('/workspaces', workspacesPage),
  platformPage('/workspaces/:id', (call) => workspacePage(call)),
  platformAction('/workspaces/:id/credits', giveCredits),
  platformAction('/workspaces/:id/plan', setPlan),
  platformPage('/workspaces/:id/archive', (call) => ask(call, 'archive')),
  platformAction('/workspaces/:id/archive', (call) => turn(call, true, 'Archived, with all that stands below it.')),
  platformPage('/workspaces/:id/restore', (call) => ask(call, 'restore')),
  platformAction('/workspaces/:id/restore', (call) => turn(call, false, 'Restored. What waited goes on.')),
  platformPage('/workspaces/:id/delete', (call) => ask(call, 'delete')),
  platformAction('/workspaces/:id/delete', async (call) => {
    await call.call(deleteTenant, { id: call.params.id, mode: 'delete', confirm: call.form.confirm ?? '' })
    return goTo(WORKSPACES, { text: 'The workspace is deleted.' })
  }),
]

function withFacts(call: SignedInCall, rows: readonly Workspace[]): WorkspaceRow[] {
  const ids = rows.map(({ id }) => id)
  const facts = call.read((tx) => factsOfWorkspaces(tx, call.app, ids))
  return rows.map((row) => ({ ...row, facts: facts.get(row.id)! }))
}

async function workspacesPage(call: SignedInCall): Promise<Markup> {
  const { query } = call
  const { items, ...list } = await call.call(listTenants, askedOf(listTenants, query))
  const props = { list: { ...list, items: withFacts(call, items) }, query, self: WORKSPACES, zone: zoneOf(call) }
  return installPage(call, 'Workspaces', <Workspaces {...props} />)
}

const PLAN_FIELDS = ['plan', 'status', 'interval', 'grant_period', 'ref', 'note']

async function workspacePage(call: SignedInCall, sent?: WorkspaceProps['sent']): Promise<Markup> {
  const workspace = await call.call(getTenant, { id: call.params.id })
  const props: WorkspaceProps = {
    workspace: withFacts(call, [workspace])[0]!,
    list: WORKSPACES,
    gives: fieldsOf(adjustCredits.input, ['amount', 'kind', 'reason']),
    plans: fieldsOf(setTenantPlan.input, PLAN_FIELDS),
    sent,
    idempotency_key: newId(),
    zone: zoneOf(call),
  }
  return installPage(call, workspace.name, <WorkspacePage {...props} />)
}

async function giveCredits(call: SignedInCall): Promise<Reply> {
  const { idempotency_key, ...given } = call.form
  return told(call, 'credits', async (tenant_id) => {
    const { amount, kind, reason } = given
    const line = await call.call(
      adjustCredits,
      { tenant_id, amount, kind, reason },
      { idempotency_key: idempotency_key || undefined },
    )
    return `${many(line.amount, `${line.kind} credit`)} ${line.direction === 'in' ? 'given' : 'taken away'}.`
  })
}

async function setPlan(call: SignedInCall): Promise<Reply> {
  const { plan, status, interval, grant_period, ref, note, idempotency_key } = call.form
  return told(call, 'plan', async (id) => {
    const set = await call.call(
      setTenantPlan,
      {
        id,
        plan,
        status: status || undefined,
        interval: interval || null,
        grant_period: grant_period === 'true',
        ref: ref || undefined,
        note: note || undefined,
      },
      { idempotency_key: idempotency_key || undefined },
    )
    const granted = set.granted && !set.granted.repeated ? ' Its credits of a month are granted.' : ''
    return `The plan is set.${granted}`
  })
}

/** Does it and says so; what was wrong stands at the fields of the form that was sent. */
async function told(
  call: SignedInCall,
  form: NonNullable<WorkspaceProps['sent']>['form'],
  act: (id: string) => Promise<string>,
): Promise<Reply> {
  try {
    return goTo(at(call.params.id!), { text: await act(call.params.id!) })
  } catch (error) {
    const issues = issuesIn(error, ['insufficient_credits', 'conflict'])
    return htmlResponse(await workspacePage(call, { form, values: call.form, issues }), (error as Fault).status)
  }
}

async function turn(call: SignedInCall, archived: boolean, text: string): Promise<Reply> {
  await call.call(updateTenant, { id: call.params.id, archived })
  return goTo(at(call.params.id!), { text })
}

const QUESTIONS: Record<'archive' | 'restore' | 'delete', (workspace: Workspace) => Question> = {
  archive: ({ name, kind }) => ({
    title: `Archive ${name}?`,
    body: `${kind === 'agency' ? 'The agency with all its clients is' : 'It is'} suspended: nobody can open it, keys stop, and what was not sent yet waits. What was sent is still looked at, so that credits come back in time. It can be restored at any time.`,
    verb: 'Archive',
  }),
  restore: ({ name }) => ({
    title: `Restore ${name}?`,
    body: 'Its people can open it, its keys work again and what waited goes on.',
    verb: 'Restore',
    tone: 'plain',
  }),
  delete: ({ name }) => ({
    title: `Delete ${name}?`,
    body: 'For good. Only a workspace without jobs, credits and workspaces below it can be deleted; any other can be archived.',
    verb: 'Delete',
    word: name,
  }),
}

async function ask(call: SignedInCall, name: keyof typeof QUESTIONS): Promise<Markup> {
  const workspace = await call.call(getTenant, { id: call.params.id })
  const back = at(workspace.id)
  const crumbs = [
    { label: 'Workspaces', href: WORKSPACES },
    { label: workspace.name, href: back },
  ]
  return confirmPage(call, QUESTIONS[name](workspace), { href: `${back}/${name}`, back, crumbs }, installPage)
}
