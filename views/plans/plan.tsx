import type { Plan } from '../../src/domains/plans/index.ts'
import type { PlanUsage } from '../../src/domains/reports/index.ts'
import { Bar } from '../parts/bar.tsx'
import { Banner, Card, CardBody, type Fact, Facts } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { ConfirmLink } from '../parts/dialogs.tsx'
import { longDay, many, number, usd } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { AskRunner, type Runner } from '../parts/runner.tsx'
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
  /** Where credits beside those of the plan are; null for those who may not ask for them. */
  packs?: string | null
  /** Whom to ask for another plan. */
  runner?: Runner | null
  zone?: string
}

/** Which limits count, how much of them is used, and which plan unlocks more. */
export function PlanPage({ usage, plans, change_href, takes = false, portal = null, ...props }: PlanPageProps) {
  const { root, plan } = usage
  const { packs, runner = null, zone = 'UTC' } = props
  return (
    <>
      <PageHead
        title="Plan"
        sub={
          <span>
            {`${root.name} is on ${plan.name}. For another plan, `}
            {plans === null ? `ask ${root.name}` : change_href ? 'choose one below' : <AskRunner runner={runner} />}.
          </span>
        }
        actions={portal && <Post action={portal}>Cards and invoices</Post>}
      />
      <Trouble usage={usage} zone={zone} />
      <div class="grid">
        <Card class="w6" title="Limits">
          <CardBody>
            <Facts facts={plans === null ? [urls(plan)] : limits(usage)} />
          </CardBody>
        </Card>
        {packs && <More href={packs} />}
      </div>
      {plans && (
        <Card title="Plans" aside={<span class="muted">Credits are those of a month, prices in USD</span>}>
          <DataTable caption="Plans" columns={columns(usage, change_href, takes)} rows={plans} />
        </Card>
      )}
    </>
  )
}

/** A plan is for every month; what is wanted once comes as a pack. */
const More = ({ href }: { href: string }) => (
  <Card class="w6" title="More credits, once">
    <CardBody>
      <p>A month that needs more than the plan gives does not need another plan: the credits of a pack never expire.</p>
      <p>
        <a class="btn" href={href}>
          See the packs
        </a>
      </p>
    </CardBody>
  </Card>
)

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

const usedOf = (used: number, most: number | null) =>
  most === null ? (
    `${number(used)}, no limit`
  ) : (
    <span class="row">
      <Bar
        parts={[
          { label: 'used', value: Math.min(used, most), fill: used < most ? 'ok' : 'warn' },
          { label: 'free', value: Math.max(0, most - used), fill: 'idle' },
        ]}
      />
      {`${number(used)} of ${number(most)}`}
    </span>
  )

const FEATURE_WORDS = { logo: 'logo', accent: 'accent colour', from_name: 'sender name', domain: 'own domain' } as const

const features = (plan: Plan): string => plan.features.map((name) => FEATURE_WORDS[name]).join(', ') || 'none'

const most = (bound: number | null): string => (bound === null ? 'unlimited' : number(bound))

const columns = (usage: PlanUsage, change_href: PlanPageProps['change_href'], takes: boolean): Column<Plan>[] => [
  {
    label: 'Plan',
    cell: (plan) => (
      <span class="row">
        <b>{plan.name}</b>
        {plan.plan === usage.plan.plan && <Chip word="Yours" icon="check" tone="ok" />}
      </span>
    ),
  },
  ...planColumns,
  ...(change_href ? [changeColumn(usage, change_href, takes)] : []),
]

function indexCredits({ monthly_index_credits, trial_index_credits }: Plan): string {
  return monthly_index_credits === 0 && trial_index_credits > 0
    ? `${number(trial_index_credits)} to try`
    : number(monthly_index_credits)
}

/** What a plan costs and what it has room for. */
export const planColumns: readonly Column<Plan>[] = [
  { label: 'A month', class: 'num', cell: ({ usd_month }) => `$${number(usd_month)}` },
  { label: 'A year', class: 'num wide-only', cell: ({ usd_year }) => `$${number(usd_year)}` },
  { label: 'Index credits', class: 'num', cell: indexCredits },
  { label: 'Check credits', class: 'num wide-only', cell: (plan) => number(plan.monthly_check_credits) },
  { label: 'URLs a push', class: 'num wide-only', cell: (plan) => number(plan.urls_per_push) },
  { label: 'Clients', class: 'num wide-only', cell: (plan) => most(plan.clients) },
  { label: 'Members', class: 'num wide-only', cell: (plan) => most(plan.members) },
  { label: 'API keys', class: 'num wide-only', cell: (plan) => most(plan.keys) },
  { label: 'White label', class: 'wide-only', cell: features },
]

const changeColumn = (usage: PlanUsage, change_href: (plan: string) => string, takes: boolean): Column<Plan> => ({
  label: 'Change',
  class: 'end',
  cell: (plan) =>
    plan.plan !== usage.plan.plan &&
    !(takes && plan.plan === 'free') && (
      <ConfirmLink class="btn small" href={change_href(plan.plan)} {...changeQuestion(plan, usage.used, takes)}>
        Choose
      </ConfirmLink>
    ),
})

const COUNTED = { clients: 'client', members: 'member', keys: 'API key' } as const

/** `30 clients where 25 are allowed`, for all that there is more of. */
const beyond = (plan: Plan, used: PlanUsage['used']): string =>
  (Object.keys(COUNTED) as (keyof typeof COUNTED)[])
    .filter((limit) => plan[limit] !== null && used[limit] > plan[limit])
    .map((limit) => `${many(used[limit], COUNTED[limit])} where ${number(plan[limit]!)} are allowed`)
    .join(', ')

/** What is asked before a workspace changes its plan: the price, and what it has more of than the plan allows. */
export function changeQuestion(plan: Plan, used: PlanUsage['used'], takes = false) {
  const { name, usd_month } = plan
  const more = beyond(plan, used)
  const price = usd_month === 0 ? `${name} costs nothing.` : `${name} costs ${usd(usd_month)} a month.`
  const then = takes
    ? `You pay for it through Stripe. Where a plan is paid for already, the rest of its period is charged or credited at once, and credits of ${name} come with the next month.`
    : 'Its limits count at once. Credits follow in a month.'
  const stays = more && `There are ${more}: they stay, and there can be no more of them.`
  return {
    title: `Change to ${name}?`,
    body: [price, then, stays].filter(Boolean).join(' '),
    verb: `Change to ${name}`,
    tone: 'plain' as const,
  }
}
