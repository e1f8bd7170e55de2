import {
  goTo,
  type Markup,
  platformAction,
  platformPage,
  type Reply,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { adjustCredits } from '../../src/operations/credits/adjust-credits.ts'
import { deleteTenant } from '../../src/operations/tenants/delete-tenant.ts'
import { getTenant } from '../../src/operations/tenants/get-tenant.ts'
import { listTenants } from '../../src/operations/tenants/list-tenants.ts'
import { setTenantPlan } from '../../src/operations/tenants/set-tenant-plan.ts'
import { updateTenant } from '../../src/operations/tenants/update-tenant.ts'
import { getWorkspaceFacts } from '../../src/operations/workspaces/get-workspace-facts.ts'
import { ENDING } from '../clients/ending.ts'
import type { Child } from '../jsx/elements.ts'
import { fieldsOf, type Issue } from '../parts/forms/form.tsx'
import { askedOf } from '../parts/lists/list.ts'
import { many } from '../parts/text/format.ts'
import { refusedPage } from '../refused.ts'
import { askScreen } from '../screens/ask-screen.ts'
import { drawPage, zoneOf } from '../shell.tsx'
import { type Purpose, WorkspacePanel, type WorkspaceProps } from './workspace.tsx'
import { type WorkspaceRow, Workspaces, type WorkspacesProps } from './workspaces.tsx'

const WORKSPACES = '/app/platform/workspaces'
const at = (id: string): string => `${WORKSPACES}?open=${encodeURIComponent(id)}`

const ask = (name: keyof typeof ENDING, does: (call: SignedInCall) => Promise<Reply>) =>
  askScreen({
    at: `/workspaces/:id/${name}`,
    operator: true,
    of: (call) => call.call(getTenant, { id: call.params.id }),
    question: (workspace) => ENDING[name](workspace),
    crumbs: (_, { id, name: title }) => [
      { label: 'Workspaces', href: WORKSPACES },
      { label: title, href: at(id) },
    ],
    does,
  })

export const workspaceScreens: readonly Screen[] = [
  platformPage('/workspaces', (call) => workspacesPage(call)),
  platformPage('/workspaces/:id', (call) => goTo(at(call.params.id!))),
  platformAction('/workspaces/:id/credits', giveCredits),
  platformAction('/workspaces/:id/plan', setPlan),
  ...ask('archive', (call) => turn(call, true, 'Archived, with all workspaces below it.')),
  ...ask('restore', (call) => turn(call, false, 'Restored. Waiting links are sent again.')),
  ...ask('delete', async (call) => {
    await call.call(deleteTenant, { id: call.params.id, mode: 'delete', confirm: call.form.confirm ?? '' })
    return goTo(WORKSPACES, { text: 'Workspace deleted.' })
  }),
]

async function withFacts(call: SignedInCall, rows: readonly Omit<WorkspaceRow, 'facts'>[]): Promise<WorkspaceRow[]> {
  if (rows.length === 0) return []
  const { workspaces } = await call.call(getWorkspaceFacts, { ids: rows.map(({ id }) => id).join(',') })
  const facts = new Map(workspaces.map((one) => [one.id, one]))
  return rows.map((row) => ({ ...row, facts: facts.get(row.id)! }))
}

type Sent = WorkspaceProps['sent']

/** The list, with the workspace that is asked for beside it; `sent`: what was refused in the form of its panel. */
async function workspacesPage(
  call: SignedInCall,
  open?: { id: string; purpose: Purpose; sent: Sent },
): Promise<Markup> {
  const { query } = call
  const { items, ...list } = await call.call(listTenants, askedOf(listTenants, query))
  const props: WorkspacesProps = {
    list: { ...list, items: await withFacts(call, items) },
    query,
    self: WORKSPACES,
    zone: zoneOf(call),
    panel: await panelOf(call, open),
  }
  const sub = 'Agencies with their teams and clients. A plan belongs to the agency and applies to all below it.'
  const archived = query.include_archived
    ? { label: 'Hide archived', href: WORKSPACES }
    : { label: 'Show archived', href: `${WORKSPACES}?include_archived=true` }
  const spec = {
    title: 'Workspaces',
    sub,
    operator: true,
    kind: 'clients',
    menu: [{ ...archived, icon: 'archive' as const }],
  }
  return drawPage(call, spec, <Workspaces {...props} />)
}

const PLAN_FIELDS = ['plan', 'status', 'interval', 'grant_period', 'ref', 'note']

async function panelOf(call: SignedInCall, given?: { id: string; purpose: Purpose; sent: Sent }): Promise<Child> {
  const { open, transfer, plan } = call.query
  const id = given?.id ?? transfer ?? plan ?? open
  if (!id) return null
  const [workspace] = await withFacts(call, [await call.call(getTenant, { id })])
  const purpose = given?.purpose ?? (transfer ? 'credits' : plan ? 'plan' : 'facts')
  return (
    <WorkspacePanel
      workspace={workspace!}
      purpose={purpose}
      self={WORKSPACES}
      query={{
        ...call.query,
        [purpose === 'credits' ? 'transfer' : purpose === 'plan' ? 'plan' : 'open']: id,
        way: call.form.way ?? call.query.way,
      }}
      plans={fieldsOf(setTenantPlan.input, PLAN_FIELDS)}
      sent={given?.sent}
      now={call.app.clock.now()}
      zone={zoneOf(call)}
      idempotency_key={newId()}
    />
  )
}

/** From the panel: there a direction is chosen, so the amount has no sign. */
async function giveCredits(call: SignedInCall): Promise<Reply> {
  const { amount = '', way, kind, reason } = call.form
  return confirmed(call, 'credits', async (tenant_id) => {
    const signed = way === 'back' ? amount.replace(/^-?/, '-') : amount
    const line = await call.call(adjustCredits, { tenant_id, amount: signed, kind, reason }, { once: true })
    return `${many(line.amount, `${line.kind} credit`)} ${line.direction === 'in' ? 'transferred' : 'taken back'}.`
  })
}

async function setPlan(call: SignedInCall): Promise<Reply> {
  const { plan, status, interval, grant_period, ref, note } = call.form
  return confirmed(call, 'plan', async (id) => {
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
      { once: true },
    )
    const granted = set.granted && !set.granted.repeated ? ' The credits of a month are granted.' : ''
    return `Plan set.${granted}`
  })
}

/** Does it and says so; what was refused is said in the panel that it was sent from. */
async function confirmed(call: SignedInCall, purpose: Purpose, act: (id: string) => Promise<string>): Promise<Reply> {
  const id = call.params.id!
  try {
    return goTo(at(id), { text: await act(id) })
  } catch (error) {
    const draw = (issues: Issue[]) => workspacesPage(call, { id, purpose, sent: { values: call.form, issues } })
    return refusedPage(error, draw, ['insufficient_credits', 'conflict'])
  }
}

async function turn(call: SignedInCall, archived: boolean, text: string): Promise<Reply> {
  await call.call(updateTenant, { id: call.params.id, archived })
  return goTo(at(call.params.id!), { text })
}
