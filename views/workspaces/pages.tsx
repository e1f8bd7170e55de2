import { PLANS } from '../../src/domains/plans/index.ts'
import { goTo, type Markup, platformPage, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { adjustCredits } from '../../src/operations/credits/balances.ts'
import { setTenantPlan } from '../../src/operations/tenants/rules.ts'
import { deleteTenant, getTenant, updateTenant } from '../../src/operations/tenants/workspaces.ts'
import { ARCHIVE_QUESTIONS, type ArchiveSubject, archiveSubjectOf } from '../clients/archive-questions.ts'
import { movedWords, signed, TRANSFER_FAULTS } from '../clients/transfer-act.ts'
import type { Child } from '../jsx/elements.ts'
import { SUBSCRIPTION_WORDS, soldWords } from '../parts/text/words.ts'
import { askScreen } from '../screens/ask-screen.ts'
import { type FormOf, formAction, formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { zoneOf } from '../shell.tsx'
import { type Purpose, WorkspacePanel } from './workspace.tsx'
import { WORKSPACES, type WorkspaceRow, withFacts, workspaceList } from './workspaces.tsx'

const at = (id: string): string => `${WORKSPACES}?open=${encodeURIComponent(id)}`

const asked = (name: keyof typeof ARCHIVE_QUESTIONS) => ({
  at: `/workspaces/:id/${name}`,
  operator: true,
  of: archiveSubjectOf,
  question: (workspace: ArchiveSubject) => ARCHIVE_QUESTIONS[name](workspace, `${WORKSPACES}/${workspace.id}/archive`),
  crumbs: (_: SignedInCall, { id, name: title }: ArchiveSubject) => [
    { label: 'Workspaces', href: WORKSPACES },
    { label: title, href: at(id) },
  ],
})

const turned = (archived: boolean, text: string) => ({
  operation: updateTenant,
  more: { archived },
  done: ({ params }: SignedInCall) => goTo(at(params.id!), { text }),
})

const giveCredits = formAction({
  at: '/workspaces/:id/credits',
  operator: true,
  operation: adjustCredits,
  fields: ['amount', 'kind', 'reason'],
  read: signed,
  given: ({ params }) => ({ tenant_id: params.id }),
  once: true,
  faults: TRANSFER_FAULTS,
  page: (call, refused) => workspacesPage(call, { purpose: 'credits', refused }),
  done: ({ params }, line) => goTo(at(params.id!), { text: movedWords(line) }),
})

const planForm: FormOf = formScreen({
  at: '/workspaces/:id/plan',
  operator: true,
  id: 'plan',
  operation: setTenantPlan,
  fields: ['plan', 'status', 'interval', 'grant_period', 'ref', 'note'],
  labels: { interval: 'Billed by the' },
  words: { plan: soldWords(PLANS), status: SUBSCRIPTION_WORDS },
  hints: {
    plan: 'Set by hand: it is paid for elsewhere.',
    grant_period: 'Otherwise the credits of the next month arrive automatically.',
  },
  once: true,
  faults: TRANSFER_FAULTS,
  verb: 'Set plan',
  wide: true,
  page: (call, refused) => workspacesPage(call, { purpose: 'plan', refused }),
  done({ params }, { granted }) {
    const text = granted && !granted.repeated ? 'Plan set. The credits of a month are granted.' : 'Plan set.'
    return goTo(at(params.id!), { text })
  },
})

export const setPlan = ({ id, facts: { plan } }: WorkspaceRow, refused?: RefusedForm): Child =>
  planForm.form(`${WORKSPACES}/${id}/plan`, { ...plan, plan: plan.subscribed }, undefined, refused)

export const workspaceScreens: readonly Screen[] = [
  platformPage('/workspaces', (call) => workspacesPage(call)),
  platformPage('/workspaces/:id', (call) => goTo(at(call.params.id!))),
  giveCredits,
  ...planForm.screens,
  ...askScreen({ ...asked('archive'), ...turned(true, 'Archived, with all workspaces below it.') }),
  ...askScreen({ ...asked('restore'), ...turned(false, 'Restored. Waiting links are sent again.') }),
  ...askScreen({
    ...asked('delete'),
    operation: deleteTenant,
    more: { mode: 'delete' },
    done: () => goTo(WORKSPACES, { text: 'Workspace deleted.' }),
  }),
]

/** A refused form in the panel of a workspace. */
type RefusedPanel = { purpose: Purpose; refused: RefusedForm }

/** The list, with the panel of the workspace in the address. */
const workspacesPage = async (call: SignedInCall, sent?: RefusedPanel): Promise<Markup> =>
  workspaceList.draw(call, null, await panelOf(call, sent))

async function panelOf(call: SignedInCall, sent?: RefusedPanel): Promise<Child> {
  const { open, transfer, plan } = call.query
  const id = call.params.id ?? transfer ?? plan ?? open
  if (!id) return null
  const [workspace] = await withFacts([await call.call(getTenant, { id })], call)
  const purpose = sent?.purpose ?? (transfer ? 'credits' : plan ? 'plan' : 'facts')
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
      plan={setPlan(workspace!, sent?.refused)}
      refused={sent?.refused}
      now={call.app.clock.now()}
      zone={zoneOf(call)}
      idempotency_key={newId()}
    />
  )
}
