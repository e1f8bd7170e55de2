/** Plans: the current one with its usage, the offered ones, and the question before a change. */
import type { Plan } from '../../src/domains/plans/index.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getPlan } from '../../src/operations/plans.ts'
import { Fuel } from '../kit/bars.tsx'
import { Section } from '../kit/fold.tsx'
import { Strip } from '../kit/strip.tsx'
import { Chip } from '../parts/chips.tsx'
import { ConfirmLink } from '../parts/forms/dialogs.tsx'
import { type Column, DataTable } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { longDay, many, number, usd } from '../parts/text/format.ts'
import { AskRunner, type Runner } from '../parts/text/runner.tsx'

export type CurrentPlan = AnswerOf<typeof getPlan>

export type PlanProps = {
  held: CurrentPlan
  /** Offered plans; null for people of a client, whose agency has the plan. */
  plans: readonly Plan[] | null
  /** Address to choose a plan; null for visitors who may not. */
  change_href: ((plan: string) => string) | null
  /** Whether the visitor pays for plans through Stripe. */
  takes: boolean
  /** The operator to ask for another plan. */
  runner: Runner | null
  zone: string
}

/** The current limits, their usage, and the plan that allows more. */
export function PlanSection({ held, plans, change_href, takes, runner, zone }: PlanProps) {
  const { root, plan } = held
  return (
    <Section
      title={plans ? 'Plan' : 'Limits'}
      note={
        plans ? (
          <>
            {`${root.name} is on ${plan.name}. For another plan, `}
            {change_href ? 'choose one below' : <AskRunner runner={runner} />}.
          </>
        ) : (
          `For more, ask ${root.name}.`
        )
      }
    >
      {plans && <Trouble held={held} zone={zone} />}
      <Strip facts={limitsOf(held)} />
      {plans && <DataTable caption="Plans" columns={columns(held, change_href, takes)} rows={plans} />}
    </Section>
  )
}

/** Explains limits that are not those of the subscribed plan. */
function Trouble({ held: { plan, subscription }, zone }: { held: CurrentPlan; zone: string }) {
  if (!subscription || subscription.status === 'active') return null
  const { status, grace_until } = subscription
  if (status === 'canceled')
    return <Banner>The subscription was cancelled: the limits of {plan.name} count. Nothing was deleted.</Banner>
  if (grace_until && plan.plan === subscription.plan)
    return (
      <Banner tone="warn">
        The last payment failed. {plan.name} stays in force until {longDay(grace_until, zone)}; then the limits of the
        free plan count. Nothing is deleted.
      </Banner>
    )
  return (
    <Banner tone="bad">
      A payment is overdue: the limits of {plan.name} count until it arrives. Nothing was deleted.
    </Banner>
  )
}

const LIMITS = { clients: 'Clients and teams', members: 'Members', keys: 'API keys' } as const
type Limit = keyof typeof LIMITS

const limitsOf = ({ plan, used }: CurrentPlan) => [
  { label: 'Links in one push', value: `up to ${number(plan.urls_per_push)}` },
  ...(used ? (Object.keys(LIMITS) as Limit[]).map((name) => usedOf(LIMITS[name], used[name], plan[name])) : []),
]

const usedOf = (label: string, used: number, most: number | null) =>
  most === null
    ? { label, value: number(used), note: 'no limit' }
    : {
        label,
        value: `${number(used)} of ${number(most)}`,
        note: (
          <Fuel
            share={most === 0 ? 1 : used / most}
            label={`${used} of ${most} used`}
            tone={used < most ? 'accent' : 'out'}
          />
        ),
      }

const FEATURE_WORDS = { logo: 'logo', accent: 'accent colour', from_name: 'sender name', domain: 'own domain' } as const
const features = (plan: Plan): string => plan.features.map((name) => FEATURE_WORDS[name]).join(', ')
const most = (bound: number | null): string => (bound === null ? 'unlimited' : number(bound))

function indexCredits({ monthly_index_credits, trial_index_credits }: Plan): string {
  return monthly_index_credits === 0 && trial_index_credits > 0
    ? `${number(trial_index_credits)} to try`
    : number(monthly_index_credits)
}

/** Price and limits of plans. */
export const planColumns = (yours?: string): Column<Plan>[] => [
  {
    label: 'Plan',
    cell: (plan) => (
      <>
        <b>{plan.name}</b> {plan.plan === yours && <Chip word="Yours" icon="check" tone="ok" />}
        {plan.features.length > 0 && <small class="sub2">{features(plan)}</small>}
      </>
    ),
  },
  {
    label: 'Per month',
    class: 'num',
    cell: ({ usd_month, usd_year }) => (
      <>
        {`$${number(usd_month)}`}
        {usd_year > 0 && <small class="sub2">{`$${number(usd_year)} a year`}</small>}
      </>
    ),
  },
  { label: 'Index credits', class: 'num wide-only', cell: indexCredits },
  { label: 'Check credits', class: 'num wide-only', cell: (plan) => number(plan.monthly_check_credits) },
  { label: 'Links per push', class: 'num wide-only', cell: (plan) => number(plan.urls_per_push) },
  { label: 'Clients', class: 'num wide-only', cell: (plan) => most(plan.clients) },
  { label: 'Members', class: 'num wide-only', cell: (plan) => most(plan.members) },
  { label: 'API keys', class: 'num wide-only', cell: (plan) => most(plan.keys) },
]

const columns = (held: CurrentPlan, change_href: PlanProps['change_href'], takes: boolean): Column<Plan>[] => [
  ...planColumns(held.plan.plan),
  ...(change_href
    ? [
        {
          label: 'Change',
          class: 'end',
          cell: (plan: Plan) =>
            plan.plan !== held.plan.plan &&
            !(takes && plan.plan === 'free') && (
              <ConfirmLink class="btn small" href={change_href(plan.plan)} {...changeQuestion(plan, held, takes)}>
                Choose<span class="vh"> {plan.name}</span>
              </ConfirmLink>
            ),
        },
      ]
    : []),
]

const COUNTED: Record<Limit, string> = { clients: 'client', members: 'member', keys: 'API key' }

/** `30 clients (limit 25)`, for each exceeded limit. */
const beyond = (plan: Plan, used: NonNullable<CurrentPlan['used']>): string =>
  (Object.keys(COUNTED) as Limit[])
    .filter((limit) => plan[limit] !== null && used[limit] > plan[limit])
    .map((limit) => `${many(used[limit], COUNTED[limit])} (limit ${number(plan[limit]!)})`)
    .join(', ')

/** Asks before a workspace changes its plan, with the price and the limits that it exceeds. */
export function changeQuestion(plan: Plan, { used }: Pick<CurrentPlan, 'used'>, takes: boolean) {
  const { name, usd_month } = plan
  const more = used && beyond(plan, used)
  const price = usd_month === 0 ? `${name} costs nothing.` : `${name} costs ${usd(usd_month)} a month.`
  const then = takes
    ? `You pay through Stripe. The rest of a period already paid is charged or credited at once; credits of ${name} come with the next month.`
    : 'Its limits count at once. Credits follow in a month.'
  const stays = more && `You have ${more}: they stay, but you cannot add any.`
  return {
    title: `Change to ${name}?`,
    body: [price, then, stays].filter(Boolean).join(' '),
    verb: `Change to ${name}`,
    tone: 'plain' as const,
  }
}
