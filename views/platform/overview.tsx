/** The operator's first look: what needs them, how the install does, and where each number comes from. */
import type { InstallToday } from '../../src/domains/reports/index.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getBilling } from '../../src/operations/billing/get-billing.ts'
import type { getIntegrations } from '../../src/operations/checks/get-integrations.ts'
import type { getCrawlSettings } from '../../src/operations/crawl/get-crawl-settings.ts'
import type { getMargin } from '../../src/operations/margin/get-margin.ts'
import { type Desk, lineOf } from '../dashboard/cases.tsx'
import { CaseLine } from '../dashboard/sheet.tsx'
import { revenueOf } from '../margin/by-client.ts'
import { Card, CardBody, type Fact, Facts, Kpi } from '../parts/card.tsx'
import { Chip, Things } from '../parts/chips.tsx'
import { day, many, number, usd } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, DataTable } from '../parts/table.tsx'
import { ADAPTER_WORDS, BREAKER, ENGINE_WORDS, ROUTE_WORDS } from '../suppliers/words.ts'
import { pace, type SystemData, size, span, Warnings } from '../system/system.tsx'

type Crawl = AnswerOf<typeof getCrawlSettings>
type Engines = AnswerOf<typeof getIntegrations>['engines']

export type OverviewProps = {
  today: InstallToday
  system: SystemData
  crawl: Crawl
  engines: Engines
  /** Of the last 30 days. */
  margin: AnswerOf<typeof getMargin>['totals']
  billing: AnswerOf<typeof getBilling>
  people: { users: number; pending: number; requests: number; asking: number; workspaces: number; agencies: number }
  desk: Desk
  zone?: string
}

const at = (path: string): string => `/app/platform${path}`

export const Overview = (props: OverviewProps) => {
  const { system, today, desk } = props
  return (
    <>
      <PageHead
        title="Overview"
        sub={`Signalpost ${system.version}, up for ${span(system.uptime_s)}. Today is a day of UTC.`}
      />
      <Warnings system={system} errors={at('/errors')} backups={at('/backups')} />
      <Needs cases={today.cases} desk={desk} />
      <div class="grid">
        <People {...props} />
        <Machine {...props} />
      </div>
      <Card title="Supply" aside={<a href={at('/suppliers')}>Balances and costs</a>}>
        <DataTable caption="Crawl routes and check engines" columns={SUPPLY} rows={supplyOf(props)} />
      </Card>
      <div class="grid">
        <Card class="w6" title="Under way">
          <CardBody>
            <Facts facts={queueFacts(props)} />
          </CardBody>
        </Card>
        <Card class="w6" title="Waiting for you">
          <CardBody>
            <Facts facts={waitingFacts(props)} />
          </CardBody>
        </Card>
      </div>
    </>
  )
}

/** As on the dashboard, each with the page where it is settled. */
const Needs = ({ cases, desk }: { cases: InstallToday['cases']; desk: Desk }) => (
  <Card title="Needs you" aside={<Things n={cases.length} />}>
    {cases.length === 0 ? (
      <p class="quiet">
        <Icon name="check" />
        Nothing of the install waits for you.
      </p>
    ) : (
      <ul class="needs">
        {cases.map((one) => (
          <CaseLine line={lineOf(one, desk)} whose={one.tenant_name} />
        ))}
      </ul>
    )}
  </Card>
)

/** Who is here, what was done for them today, and what it earns. */
const People = ({ people, today: { sent, looks }, margin, billing }: OverviewProps) => (
  <>
    <Kpi
      class="w3"
      icon="users"
      label="Users"
      value={number(people.users)}
      href={at('/users')}
      note={people.pending > 0 ? `${number(people.pending)} wait for approval` : 'nobody waits for approval'}
    />
    <Kpi
      class="w3"
      icon="layout-dashboard"
      label="Workspaces"
      value={number(people.workspaces)}
      href={at('/workspaces')}
      note={many(people.agencies, 'agency', 'agencies')}
    />
    <Kpi
      class="w3"
      icon="send"
      label="Links sent today"
      value={number(sent.links)}
      href={at('/providers/batches')}
      note={`in ${many(sent.batches, 'batch', 'batches')} · ${many(looks, 'look')} taken`}
    />
    <Kpi
      class="w3"
      icon="scale"
      label="Margin, 30 days"
      value={usd(margin.margin_usd)}
      href={at('/margin')}
      note={`of ${usd(revenueOf(margin))} · MRR ${usd(billing.mrr_usd)}`}
    />
  </>
)

const Machine = ({ system, zone = 'UTC' }: OverviewProps) => {
  const failing = system.tasks.filter(({ failed_at, last_at }) => failed_at !== null && failed_at === last_at)
  const { stalls, longest_ms } = system.loop
  return (
    <>
      <Kpi
        class="w3"
        icon="download"
        label="Disk free"
        value={size(system.disk.free_bytes)}
        href={at('/system')}
        note={pace(system.disk)}
      />
      <Kpi
        class="w3"
        icon="shield-check"
        label="Last backup"
        value={system.backups.last_at ? day(system.backups.last_at, zone) : 'None'}
        href={at('/backups')}
        note={system.backups.last_restored_at ? 'proved by restoring it' : 'none was proved yet'}
      />
      <Kpi
        class="w3"
        icon="clock"
        label="Stood still"
        value={many(stalls, 'time')}
        href={at('/system')}
        note={longest_ms === null ? 'since the start' : `${number(longest_ms)} ms at most, since the start`}
      />
      <Kpi
        class="w3"
        icon="triangle-alert"
        label="Open errors"
        value={number(system.errors_open)}
        href={at('/errors')}
        note={
          failing.length > 0
            ? `${many(failing.length, 'task')} failed at the last run`
            : `all ${many(system.tasks.length, 'task')} run`
        }
      />
    </>
  )
}

type Supplier = {
  title: string
  href: string
  adapter: string | null
  status: keyof typeof BREAKER
  /** Why it does not work, in its own words. */
  why: string | null
  done: string
  spent: string
}

function supplyOf({ crawl, engines }: OverviewProps): Supplier[] {
  const routes = (['primary', 'fallback'] as const).map((name): Supplier => {
    const route = crawl.routes[name]
    return {
      title: `Crawling, ${ROUTE_WORDS[name].title.toLowerCase()}`,
      href: at(`/suppliers/${name}`),
      adapter: route?.adapter ?? null,
      status: route?.status ?? 'none',
      why: route?.breaker?.reason ?? null,
      done: route ? `${many(route.sent_this_month, 'link')} this month` : '–',
      spent: '–',
    }
  })
  const slots = (Object.keys(ENGINE_WORDS) as (keyof Engines)[]).map((slot): Supplier => {
    const engine = engines[slot]
    return {
      title: ENGINE_WORDS[slot].title,
      href: at(`/suppliers/${slot}`),
      adapter: engine?.adapter ?? null,
      status: engine ? (engine.enabled ? 'closed' : 'off') : 'none',
      why: null,
      done: engine ? `${ofCap(number(engine.used_today), engine.daily_cap, number)} checks today` : '–',
      spent: engine ? ofCap(usd(engine.spent_today_usd), engine.daily_cap_usd, usd) : '–',
    }
  })
  return [...routes, ...slots]
}

const ofCap = (used: string, cap: number | null, told: (cap: number) => string): string =>
  cap === null ? used : `${used} of ${told(cap)}`

const SUPPLY: Column<Supplier>[] = [
  {
    label: 'For',
    cell: ({ title, href, why, adapter, done }) => (
      <>
        <a href={href} data-row>
          <b>{title}</b>
        </a>
        {why && <div class="muted small">{why}</div>}
        {adapter !== null && <span class="sub">{`${ADAPTER_WORDS[adapter] ?? adapter} · ${done}`}</span>}
      </>
    ),
  },
  {
    label: 'Supplier',
    class: 'wide-only',
    cell: ({ adapter }) => (adapter === null ? '–' : (ADAPTER_WORDS[adapter] ?? adapter)),
  },
  { label: 'State', cell: ({ status }) => <Chip {...BREAKER[status]} /> },
  { label: 'Done', class: 'num wide-only', cell: ({ done }) => done },
  { label: 'Spent today', class: 'num wide-only', cell: ({ spent }) => spent },
]

const door = (path: string, text: string) => <a href={at(path)}>{text}</a>

const queueFacts = ({ today: { queue }, system }: OverviewProps): Fact[] => [
  { label: 'Jobs', value: door('/system', number(queue.jobs_open)) },
  { label: 'Links watched until day 7', value: door('/system', number(queue.links_watched)) },
  { label: 'Batches that wait for a supplier', value: door('/providers/batches', number(queue.batches_waiting)) },
  { label: 'Checks ordered', value: door('/suppliers', number(queue.looks_open)) },
  { label: 'Letters to send', value: door('/email', number(system.smtp.waiting)) },
  { label: 'Payments and events of Stripe', value: door('/billing', number(system.payments.waiting)) },
]

const waitingFacts = ({ people, billing }: OverviewProps): Fact[] => [
  { label: 'Users to approve', value: door('/users?status=pending', number(people.pending)) },
  { label: 'Requests on the waitlist', value: door('/waitlist', number(people.asking)) },
  { label: 'Requests for packs', value: door('/pack-requests', number(people.requests)) },
  { label: 'Chargebacks to answer', value: door('/billing/events?type=chargeback', number(billing.disputes_open)) },
]
