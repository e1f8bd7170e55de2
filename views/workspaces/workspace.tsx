/** A panel beside the operator's list: facts, credits and plan of a workspace, and the act that ends it. */
import type { Time } from '../../src/kernel/time/clock.ts'
import { KindOfCredits, TransferPanel } from '../clients/transfer.tsx'
import type { Child } from '../jsx/elements.ts'
import { type Act, ActMenu } from '../kit/menu.tsx'
import { SidePanel, Sum } from '../kit/panel.tsx'
import { LinkButton } from '../parts/button.tsx'
import { Chip } from '../parts/chips.tsx'
import { Field } from '../parts/forms/field.tsx'
import { fieldOf } from '../parts/forms/form.tsx'
import { listHref, type Query } from '../parts/lists/list.ts'
import { Banner } from '../parts/page/card.tsx'
import { number } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import type { RefusedForm } from '../screens/form-screen.tsx'
import { stateOf, type WorkspaceRow } from './workspaces.tsx'

/** Content of the panel. */
export type Purpose = 'facts' | 'credits' | 'plan'

export type WorkspaceProps = {
  workspace: WorkspaceRow
  purpose: Purpose
  self: string
  query: Query
  /** Form of the plan. */
  plan: Child
  refused?: RefusedForm | undefined
  now: Time
  zone: string
  idempotency_key: string
}

export const WorkspacePanel = (props: WorkspaceProps) => PANELS[props.purpose](props)

const CLOSED = { open: '', transfer: '', plan: '', amount: '', way: '' }
const at = ({ self, query }: WorkspaceProps, changes: Query) =>
  listHref(self, query, { ...CLOSED, page: query.page, ...changes })

const FactsPanel = (props: WorkspaceProps) => {
  const { workspace, self, zone } = props
  const { id, name, archived_by, facts, created_at, notes } = workspace
  return (
    <SidePanel
      title={name}
      close={at(props, {})}
      aside={<ActMenu id="workspace-more" label={`More for ${name}`} acts={actsOf(props)} />}
    >
      {archived_by && (
        <Banner tone="warn">
          Hidden with <a href={listHref(self, {}, { open: archived_by.id })}>{archived_by.name}</a>, which is archived.
        </Banner>
      )}
      <Chip {...stateOf(workspace)} />
      <Sum
        lines={[
          { label: 'Plan', value: facts.plan.name },
          ...(facts.root_id === id ? [] : [{ label: 'Agency', value: facts.root_name }]),
          { label: 'Index credits', value: purseWords(facts.credits.index) },
          { label: 'Check credits', value: purseWords(facts.credits.check) },
          { label: 'People', value: number(facts.people) },
          { label: 'Workspaces below', value: number(facts.below) },
          { label: 'Created', value: <When time={created_at} zone={zone} /> },
          { label: 'Last change', value: <When time={facts.last_act_at} zone={zone} /> },
        ]}
      />
      {notes && <p class="lines muted">{notes}</p>}
      <div class="acts row">
        <LinkButton href={at(props, { transfer: id })} label="Transfer credits" />
        {facts.root_id === id && <LinkButton href={at(props, { plan: id })} label="Change plan" />}
      </div>
    </SidePanel>
  )
}

const purseWords = ({ available, reserved }: { available: number; reserved: number }): string =>
  `${number(available)}${reserved > 0 ? `, ${number(reserved)} reserved` : ''}`

/** Links to other pages, then the act that ends the workspace. The pages of an archived workspace cannot be opened. */
function actsOf({ workspace: { id, archived, archived_by }, self }: WorkspaceProps): (Act | null)[] {
  const shown = !archived && !archived_by
  return [
    shown ? { label: 'Open workspace', icon: 'layout-dashboard', href: `/app/w/${id}` } : null,
    shown ? { label: 'View as its admin', icon: 'eye', href: `/app/platform/view/${id}` } : null,
    { label: 'Billing', icon: 'banknote', href: `/app/platform/revenue/workspaces/${id}` },
    { label: 'Batches', icon: 'send', href: `/app/platform/providers/batches?tenant_id=${id}` },
    archived ? { label: 'Restore', icon: 'undo-2', href: `${self}/${id}/restore` } : null,
    archived ? null : { label: 'Archive', icon: 'archive', href: `${self}/${id}/archive`, danger: true },
    { label: 'Delete', icon: 'trash-2', href: `${self}/${id}/delete`, danger: true },
  ]
}

const CreditsPanel = (props: WorkspaceProps) => {
  const { workspace, refused } = props
  const { id, name, facts } = workspace
  const { amount = props.query.amount, reason = '' } = refused?.values ?? {}
  const issues = Object.groupBy(refused?.issues ?? [], (issue) => (fieldOf(issue) === 'reason' ? 'reason' : 'whole'))
  const to = { id, name, available: facts.credits.index.available, used_per_day: 0, runway_days: null, lacks: 0 }
  return (
    <TransferPanel
      {...props}
      query={{ ...props.query, amount: `${amount ?? ''}` }}
      to={to}
      from={null}
      issues={issues.whole}
    >
      <Field name="reason" label="Reason" hint="Kept in the ledger." error={issues.reason?.[0]?.message}>
        {(control) => <input class="input" {...control} required maxlength="500" value={`${reason}`} />}
      </Field>
      <KindOfCredits />
    </TransferPanel>
  )
}

const PlanPanel = (props: WorkspaceProps) => (
  <SidePanel title={`Plan of ${props.workspace.name}`} close={at(props, {})}>
    {props.plan}
  </SidePanel>
)

const PANELS: Record<Purpose, (props: WorkspaceProps) => ReturnType<typeof PlanPanel>> = {
  facts: FactsPanel,
  credits: CreditsPanel,
  plan: PlanPanel,
}
