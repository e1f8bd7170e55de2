import type { Plan } from '../../src/domains/plans/index.ts'
import type { PlanUsage } from '../../src/domains/reports/index.ts'
import { Banner, Card, CardBody, type Fact, Facts } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { ConfirmLink } from '../parts/dialogs.tsx'
import { longDay, number } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { type Column, DataTable } from '../parts/table.tsx'

export type PlanPageProps = {
  usage: PlanUsage
  /** All plans on offer; null for people of a client, whose agency has the plan. */
  plans: readonly Plan[] | null
  /** Where the platform admin puts the workspace on a plan; null for everybody else. */
  change_href: ((plan: string) => string) | null
  /** Whether plans are paid for through Stripe, by the visitor. */
  takes?: boolean
  /** Where cards, invoices and the end of the subscription are looked after. */
  portal?: string | null
  zone?: string
}

/** Which limits count, how much of them is used, and which plan unlocks more. */
export function PlanPage({ usage, plans, change_href, takes = false, portal = null, zone = 'UTC' }: PlanPageProps) {
  const { root, plan } = usage
  const how = plans === null ? `ask ${root.name}` : change_href ? 'choose one below' : 'ask whoever runs this install'
  return (
    <>
      <PageHead
        title="Plan"
        sub={`${root.name} is on ${plan.name}. For another plan, ${how}.`}
        actions={portal && <Post action={portal}>Cards and invoices</Post>}
      />
      <Trouble usage={usage} zone={zone} />
      <Card title="Limits">
        <CardBody>
          <Facts facts={plans === null ? [urls(plan)] : limits(usage)} />
        </CardBody>
      </Card>
      {plans && (
        <Card title="Plans" aside={<span class="muted">Prices in USD</span>}>
          <DataTable caption="Plans" columns={columns(plan, change_href, takes)} rows={plans} />
        </Card>
      )}
    </>
  )
}

/** Why other limits count than those of the plan that was subscribed to. */
function Trouble({ usage: { plan, subscription }, zone }: { usage: PlanUsage; zone: string }) {
  if (!subscription || subscription.status === 'active') return null
  const { status, grace_until } = subscription
  if (status === 'canceled')
    return <Banner>The subscription was cancelled: the limits of {plan.name} count. Nothing was deleted.</Banner>
  if (grace_until && plan.plan === subscription.plan)
    return (
      <Banner tone="warn">
        The last payment failed. {plan.name} stays in force until {longDay(grace_until, zone)}; without a payment the
        limits of the free plan count from then on. Nothing is deleted.
      </Banner>
    )
  return (
    <Banner tone="bad">
      A payment is overdue: the limits of {plan.name} count until it arrives. Nothing was deleted.
    </Banner>
  )
}

const urls = (plan: Plan): Fact => ({ label: 'URLs in one push', value: `up to ${number(plan.urls_per_push)}` })

const limits = ({ plan, used }: PlanUsage): Fact[] => [
  urls(plan),
  { label: 'Clients and teams', value: usedOf(used.clients, plan.clients) },
  { label: 'Members', value: usedOf(used.members, plan.members) },
  { label: 'API keys', value: usedOf(used.keys, plan.keys) },
  { label: 'White label', value: features(plan) },
]

const usedOf = (used: number, most: number | null): string =>
  most === null ? `${number(used)}, without a limit` : `${number(used)} of ${number(most)}`

const FEATURE_WORDS = { logo: 'logo', accent: 'accent colour', from_name: 'sender name', domain: 'own domain' } as const

const features = (plan: Plan): string => plan.features.map((name) => FEATURE_WORDS[name]).join(', ') || 'none'

const most = (bound: number | null): string => (bound === null ? 'unlimited' : number(bound))

const columns = (current: Plan, change_href: PlanPageProps['change_href'], takes: boolean): Column<Plan>[] => [
  {
    label: 'Plan',
    cell: (plan) => (
      <span class="row">
        <b>{plan.name}</b>
        {plan.plan === current.plan && <Chip word="Yours" icon="check" tone="ok" />}
      </span>
    ),
  },
  { label: 'A month', class: 'num', cell: ({ usd_month }) => `$${number(usd_month)}` },
  { label: 'A year', class: 'num wide-only', cell: ({ usd_year }) => `$${number(usd_year)}` },
  { label: 'Index credits', class: 'num', cell: indexCredits },
  { label: 'Check credits', class: 'num wide-only', cell: (plan) => `${number(plan.monthly_check_credits)} a month` },
  { label: 'URLs a push', class: 'num wide-only', cell: (plan) => number(plan.urls_per_push) },
  { label: 'Clients', class: 'num wide-only', cell: (plan) => most(plan.clients) },
  { label: 'Members', class: 'num wide-only', cell: (plan) => most(plan.members) },
  { label: 'API keys', class: 'num wide-only', cell: (plan) => most(plan.keys) },
  { label: 'White label', class: 'wide-only', cell: features },
  ...(change_href ? [changeColumn(current, change_href, takes)] : []),
]

const indexCredits = ({ monthly_index_credits, trial_index_credits }: Plan): string =>
  monthly_index_credits === 0 && trial_index_credits > 0
    ? `${number(trial_index_credits)} to try`
    : `${number(monthly_index_credits)} a month`

const changeColumn = (current: Plan, change_href: (plan: string) => string, takes: boolean): Column<Plan> => ({
  label: 'Change',
  class: 'end',
  cell: ({ plan, name }) =>
    plan !== current.plan &&
    !(takes && plan === 'free') && (
      <ConfirmLink class="btn small" href={change_href(plan)} {...changeQuestion(name, takes)}>
        Choose
      </ConfirmLink>
    ),
})

/** What the platform admin is asked before a workspace changes its plan. */
export const changeQuestion = (name: string, takes = false) => ({
  title: `Change to ${name}?`,
  body: takes
    ? `You pay for it through Stripe. Where a plan is paid for already, the rest of its period is charged or credited at once, and credits of ${name} come with the next month.`
    : `The limits of ${name} count at once. What goes beyond them stays, it only cannot grow. Credits follow in a month.`,
  verb: `Change to ${name}`,
  tone: 'plain' as const,
})
