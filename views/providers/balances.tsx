/** What every supplier and engine has left, what today cost against the caps, and our own count of the primary's credits. */
import type { StoredBalance } from '../../src/domains/providers/index.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getProviders } from '../../src/operations/providers/get-providers.ts'
import { updateProviderBalance } from '../../src/operations/providers/update-provider-balance.ts'
import { Bar } from '../parts/bar.tsx'
import { Card, CardBody, Empty, Facts } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { Form, type Issue } from '../parts/form.tsx'
import { many, number, usd } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { type Column, DataTable } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { ADAPTER_WORDS, ENGINE_WORDS, ROUTE_WORDS } from '../suppliers/words.ts'
import { ProviderTabs } from './tabs.tsx'

export type ProvidersData = AnswerOf<typeof getProviders>
type Today = ProvidersData['today'][number]
type Line = NonNullable<ProvidersData['balances']['crawl_primary']>

export type BalancesProps = {
  data: ProvidersData
  /** What was entered last; null before that. */
  entered: StoredBalance | null
  self: string
  values?: Readonly<Record<string, string | undefined>>
  issues?: readonly Issue[]
  zone?: string
}

export const Balances = (props: BalancesProps) => {
  const { data, self, zone = 'UTC' } = props
  return (
    <>
      <PageHead
        title="Providers"
        sub="What suppliers and check engines have left, what they cost, and how well they do."
        actions={<Post action={`${self}/ask`}>Ask them now</Post>}
      />
      <ProviderTabs current="Balances" />
      <Card
        title="Balances"
        aside={
          <span class="muted">
            As they said <When time={data.balances.as_of} zone={zone} exact />
          </span>
        }
      >
        <DataTable caption="Balances of suppliers and engines" columns={LINES} rows={linesOf(data.balances)} />
      </Card>
      <Card title="Today against the caps" aside={<span class="muted">A day of UTC</span>}>
        {data.today.length > 0 ? (
          <DataTable caption="What engines did today" columns={TODAY} rows={data.today} />
        ) : (
          <Empty icon="scan-search" action={<a href="/app/platform/engines">Connect one</a>}>
            No check engine is connected, so nothing is looked at.
          </Empty>
        )}
      </Card>
      <div class="grid">
        <div class="w4">
          <Estimate {...props} />
        </div>
        <div class="w8">
          <Rebase {...props} />
        </div>
      </div>
    </>
  )
}

type Row = { title: string; what: string; connect: string; line: Line | null }

const linesOf = (balances: ProvidersData['balances']): Row[] => {
  const route = (name: 'primary' | 'fallback') => ({
    title: `Crawling, ${ROUTE_WORDS[name].title.toLowerCase()}`,
    what: ROUTE_WORDS[name].what,
    connect: '/app/platform/suppliers',
    line: balances[`crawl_${name}`],
  })
  const engine = (slot: 'scan_standard' | 'scan_live') => ({
    title: ENGINE_WORDS[slot].title,
    what: ENGINE_WORDS[slot].what,
    connect: '/app/platform/engines',
    line: balances[slot],
  })
  return [route('primary'), route('fallback'), engine('scan_standard'), engine('scan_live')]
}

const LINES: Column<Row>[] = [
  {
    label: 'For',
    cell: ({ title, what, connect }) => (
      <>
        <a href={connect} data-row>
          <b>{title}</b>
        </a>{' '}
        <span class="muted small wide-only">{what}</span>
      </>
    ),
  },
  {
    label: 'Supplier',
    class: 'wide-only',
    cell: ({ line }) => (line ? (ADAPTER_WORDS[line.adapter] ?? line.adapter) : <span class="muted">–</span>),
  },
  {
    label: 'It says',
    cell: ({ line }) => <Says of={line} />,
  },
  { label: 'Left', class: 'num', cell: ({ line }) => <b>{amountOf(line)}</b> },
]

const Says = ({ of }: { of: Line | null }) =>
  of === null ? (
    <Chip word="Not connected" icon="ban" tone="idle" />
  ) : of.ok ? (
    <Chip word="Answers" icon="check" tone="ok" />
  ) : (
    <>
      <Chip word="Fails" icon="triangle-alert" tone="bad" />
      <div class="muted small">{of.message}</div>
    </>
  )

const amountOf = (line: Line | null): string =>
  line === null || line.amount === null
    ? '–'
    : line.unit === 'USD'
      ? usd(line.amount)
      : `${number(line.amount)}${line.unit ? ` ${line.unit}` : ''}`

const TODAY: Column<Today>[] = [
  {
    label: 'Engine',
    cell: ({ engine, adapter, calls_in_doubt, cost_in_doubt_usd }) => (
      <>
        <b>{ENGINE_WORDS[engine as keyof typeof ENGINE_WORDS]?.title ?? engine}</b>{' '}
        <span class="muted small">{ADAPTER_WORDS[adapter] ?? adapter}</span>
        {calls_in_doubt > 0 && (
          <p class="hint">
            {many(calls_in_doubt, 'call')} in doubt, {usd(cost_in_doubt_usd)} of it
          </p>
        )}
      </>
    ),
  },
  {
    label: 'Looks',
    class: 'num',
    cell: ({ looks, daily_cap }) => `${number(looks)}${daily_cap === null ? '' : ` of ${number(daily_cap)}`}`,
  },
  {
    label: 'Of the cap',
    class: 'barcell wide-only',
    cell: ({ looks, daily_cap }) => <Share part={looks} whole={daily_cap} of="looks" />,
  },
  {
    label: 'Spent',
    class: 'num',
    cell: ({ spent_usd, daily_cap_usd }) =>
      `${usd(spent_usd)}${daily_cap_usd === null ? '' : ` of ${usd(daily_cap_usd)}`}`,
  },
  {
    label: 'Of the money',
    class: 'barcell wide-only',
    cell: ({ spent_usd, daily_cap_usd }) => <Share part={spent_usd} whole={daily_cap_usd} of="US dollars" />,
  },
]

/** How much of a cap is used up. */
const Share = ({ part, whole, of }: { part: number; whole: number | null; of: string }) =>
  whole === null ? (
    <span class="muted small">No cap</span>
  ) : (
    <Bar
      parts={[
        {
          label: `${of} used`,
          value: Math.min(part, whole),
          fill: part >= whole ? 'bad' : part > 0.8 * whole ? 'warn' : 'seen',
        },
        { label: `${of} left`, value: Math.max(0, whole - part), fill: 'idle' },
      ]}
    />
  )

const Estimate = ({
  data: { crawl_estimate: estimate, plan_tier, monthly_allowance },
  zone = 'UTC',
}: BalancesProps) => (
  <Card title="The primary, by our own count">
    <CardBody>
      <Facts
        facts={[
          { label: 'Plan tier', value: plan_tier ?? '–' },
          { label: 'Links a month', value: monthly_allowance === null ? '–' : number(monthly_allowance) },
          { label: 'Counted since', value: <When time={estimate.since} zone={zone} /> },
          { label: 'Taken since', value: number(estimate.used) },
          { label: 'Of the allowance', value: estimate.used_pct === null ? '–' : `${estimate.used_pct} %` },
          {
            label: 'Credits left',
            value: estimate.credits === null ? '–' : number(estimate.credits),
            class: 'total',
          },
        ]}
      />
      <p class="hint">It counts down with every link sent, from what you entered last or from the allowance.</p>
    </CardBody>
  </Card>
)

const Rebase = ({ data, entered, self, values, issues }: BalancesProps) => (
  <Card title="What the supplier’s page says">
    <CardBody>
      <Form
        action={`${self}/balance`}
        schema={updateProviderBalance.input}
        values={{
          credits: entered?.credits,
          as_of: forInput(entered?.as_of),
          plan_tier: data.plan_tier,
          cost_per_credit_usd: entered?.cost_per_credit_usd,
          next_bill_at: forInput(entered?.next_bill_at),
          monthly_allowance: data.monthly_allowance,
          ...values,
        }}
        issues={issues}
        labels={{ as_of: 'As of, UTC', next_bill_at: 'Next bill, UTC' }}
        hints={{
          as_of: 'Blank: now.',
          cost_per_credit_usd: 'Blank: the price of the plan.',
          next_bill_at: 'From then on the allowance counts anew.',
        }}
        inputs={{ as_of: { type: 'datetime-local' }, next_bill_at: { type: 'datetime-local' } }}
        verb="Count from here"
      />
    </CardBody>
  </Card>
)

/** A moment as a field of a browser takes it: minutes, without a zone. */
const forInput = (time: string | null | undefined): string | undefined => time?.slice(0, 16)
