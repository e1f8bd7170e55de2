/** One workspace for whoever runs the install: how it stands, and the acts that its own people cannot do. */
import { Banner, Card, CardBody, Facts } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { Form, type FormSchema, type Issue } from '../parts/form.tsx'
import { many, number } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { When } from '../parts/when.tsx'
import { stateOf, type WorkspaceRow } from './workspaces.tsx'

export type WorkspaceProps = {
  workspace: WorkspaceRow
  /** The list that it stands in. */
  list: string
  gives: FormSchema
  plans: FormSchema
  /** Of the form that was sent. */
  sent?: { form: 'credits' | 'plan'; values: Readonly<Record<string, string | undefined>>; issues: readonly Issue[] }
  idempotency_key: string
  zone?: string
}

export const WorkspacePage = (props: WorkspaceProps) => {
  const { workspace, list } = props
  const { id, name, facts, archived, archived_by, depth } = workspace
  const shown = !archived && !archived_by
  return (
    <>
      <PageHead
        title={name}
        crumbs={[
          { label: 'Workspaces', href: list },
          ...(depth > 1 ? [{ label: facts.root_name, href: `${list}/${facts.root_id}` }] : []),
          { label: name },
        ]}
        sub={
          <>
            <Chip {...stateOf(workspace)} /> {KINDS[workspace.kind]}
            {facts.below > 0 && `, ${many(facts.below, 'workspace')} below it`}
          </>
        }
        actions={
          shown && (
            <>
              <Post action={`/app/platform/view/${id}`}>View as its admin</Post>
              <a class="btn" href={`/app/w/${id}`}>
                Open workspace
              </a>
            </>
          )
        }
      />
      {archived_by && (
        <Banner tone="warn">
          It is hidden with <a href={`${list}/${archived_by.id}`}>{archived_by.name}</a>, which is archived. Restore
          that one to bring it back.
        </Banner>
      )}
      <div class="grid">
        <div class="w6 stack">
          <Standing {...props} />
          <Elsewhere id={id} shown={shown} />
          <Leaving {...props} />
        </div>
        <div class="w6 stack">
          <GiveCredits {...props} />
          {depth === 1 && <SetPlan {...props} />}
        </div>
      </div>
    </>
  )
}

const KINDS = { agency: 'Agency', team: 'Team', client: 'Client' } as const

const Standing = ({ workspace: { facts, depth, notes, created_at }, list, zone = 'UTC' }: WorkspaceProps) => {
  const { credits, plan } = facts
  return (
    <Card title="How it stands">
      <CardBody>
        <Facts
          facts={[
            {
              label: 'Plan',
              value:
                depth === 1 ? (
                  plan.name
                ) : (
                  <>
                    {plan.name}, of <a href={`${list}/${facts.root_id}`}>{facts.root_name}</a>
                  </>
                ),
            },
            { label: 'Index credits free', value: number(credits.index.available) },
            { label: 'Index credits reserved', value: number(credits.index.reserved) },
            { label: 'Check credits free', value: number(credits.check.available) },
            { label: 'Check credits reserved', value: number(credits.check.reserved) },
            { label: 'People', value: number(facts.people) },
            { label: 'Made', value: <When time={created_at} zone={zone} /> },
            { label: 'Last act in it', value: <When time={facts.last_act_at} zone={zone} /> },
            ...(notes ? [{ label: 'Notes of its agency', value: notes }] : []),
          ]}
        />
      </CardBody>
    </Card>
  )
}

/** What other screens tell of it. Those of an archived one are not there. */
const Elsewhere = ({ id, shown }: { id: string; shown: boolean }) => (
  <Card title="More of it">
    <CardBody>
      <div class="row">
        {shown && (
          <>
            <a class="btn" href={`/app/w/${id}/jobs`}>
              Jobs
            </a>
            <a class="btn" href={`/app/w/${id}/members`}>
              Members
            </a>
            <a class="btn" href={`/app/w/${id}/credits`}>
              Ledger
            </a>
          </>
        )}
        <a class="btn" href={`/app/platform/billing/tenants/${id}`}>
          Billing
        </a>
        <a class="btn" href={`/app/platform/providers/batches?tenant_id=${id}`}>
          Batches
        </a>
      </div>
    </CardBody>
  </Card>
)

const Leaving = ({ workspace: { id, archived }, list }: WorkspaceProps) => (
  <Card title="When it leaves">
    <CardBody>
      <div class="row">
        {archived ? (
          <a class="btn" href={`${list}/${id}/restore`}>
            Restore
          </a>
        ) : (
          <a class="btn" href={`${list}/${id}/archive`}>
            Archive
          </a>
        )}
        <a class="btn danger" href={`${list}/${id}/delete`}>
          Delete
        </a>
      </div>
      <p class="hint">
        Archiving suspends it with all below: keys stop and what was not sent yet waits. Only an empty one can be
        deleted.
      </p>
    </CardBody>
  </Card>
)

const GiveCredits = ({ workspace: { id }, list, gives, sent, idempotency_key }: WorkspaceProps) => (
  <Card id="credits" title="Give or take credits">
    <CardBody>
      <Form
        id="give"
        action={`${list}/${id}/credits`}
        schema={gives}
        values={{ kind: 'index', ...(sent?.form === 'credits' ? sent.values : {}) }}
        issues={sent?.form === 'credits' ? sent.issues : []}
        hints={{ amount: 'A minus takes away, at most what is free.', reason: 'Stands in its ledger.' }}
        hidden={{ idempotency_key }}
        verb="Adjust credits"
      />
    </CardBody>
  </Card>
)

const SetPlan = ({ workspace: { id, facts }, list, plans, sent, idempotency_key }: WorkspaceProps) => (
  <Card title="Plan">
    <CardBody>
      <Form
        id="plan"
        action={`${list}/${id}/plan`}
        schema={plans}
        values={{
          plan: facts.plan.subscribed,
          status: facts.plan.status,
          interval: facts.plan.interval,
          ...(sent?.form === 'plan' ? sent.values : {}),
        }}
        issues={sent?.form === 'plan' ? sent.issues : []}
        labels={{ interval: 'Billed by the' }}
        hints={{
          plan: 'By hand: it is paid for elsewhere.',
          grant_period: 'Else the credits of the next month come by themselves.',
        }}
        hidden={{ idempotency_key }}
        verb="Set the plan"
      />
    </CardBody>
  </Card>
)
