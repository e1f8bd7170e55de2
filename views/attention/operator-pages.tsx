/** First page of a platform admin. */

import { ENGINES } from '../../src/domains/jobs/index.ts'
import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import { ROUTES } from '../../src/domains/providers/index.ts'
import { filled, type Markup, platformPage, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { getInstallOverview } from '../../src/features/attention/operations.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { getIntegrations } from '../../src/operations/checks.ts'
import { getCrawlSettings } from '../../src/operations/crawl.ts'
import { getSystem } from '../../src/operations/system.ts'
import { listTenants } from '../../src/operations/tenants/workspaces.ts'
import { listUsers } from '../../src/operations/users/accounts.ts'
import type { CaseContext } from '../kit/case-line.ts'
import { Section } from '../kit/fold.tsx'
import { count, type OverviewPart } from '../kit/overview-part.tsx'
import { Sum, type SumLine } from '../kit/panel.tsx'
import { Strip, type StripFact } from '../kit/strip.tsx'
import { Chip } from '../parts/chips.tsx'
import { Icon } from '../parts/icon.tsx'
import { day, many, number } from '../parts/text/format.ts'
import type { StatusWord } from '../parts/text/words.ts'
import { drawPage, zoneOf } from '../shell.tsx'
import { engineWord } from '../suppliers/rows.ts'
import { ENGINE_WORDS, ROUTE_WORDS, routeWord } from '../suppliers/words.ts'
import { pace, type SystemData, size, span, Warnings } from '../system/system.tsx'
import { CaseLine } from './case-list.tsx'
import { lineOf } from './cases.tsx'
import { deskOf } from './pages.tsx'

type OverviewProps = {
  today: AnswerOf<typeof getInstallOverview>
  system: SystemData
  crawl: AnswerOf<typeof getCrawlSettings>
  engines: AnswerOf<typeof getIntegrations>['engines']
  people: { users: number; pending: number; workspaces: number; agencies: number }
  more: readonly OverviewPart[]
  desk: CaseContext
  zone?: string
}

const at = (path: string): string => `/app/platform${path}`

const Overview = (props: OverviewProps) => {
  const { system, today, desk } = props
  return (
    <>
      <Warnings system={system} />
      <Section title="Needs attention" note={today.cases.length > 0 && number(today.cases.length)}>
        {today.cases.length === 0 ? (
          <p class="quiet">
            <Icon name="check" />
            Nothing needs attention.
          </p>
        ) : (
          <ul class="needs">
            {today.cases.map((one) => (
              <CaseLine line={lineOf(one, desk)} whose={one.tenant_name} />
            ))}
          </ul>
        )}
      </Section>
      <Section title="Today">
        <Strip facts={workOf(props)} />
      </Section>
      <Section title="Server">
        <Strip facts={machineOf(props)} />
      </Section>
      <div class="grid">
        <Lines title="Suppliers" lines={supplyOf(props)} />
        <Lines title="In progress" lines={queueOf(props)} />
        <Lines title="Waiting for you" lines={waitingOf(props)} />
      </div>
    </>
  )
}

const workOf = ({ people, today: { sent, looks }, more }: OverviewProps): StripFact[] => [
  {
    label: 'Users',
    value: number(people.users),
    href: at('/users'),
    note: people.pending > 0 ? `${number(people.pending)} to approve` : 'none to approve',
  },
  {
    label: 'Workspaces',
    value: number(people.workspaces),
    href: at('/workspaces'),
    note: many(people.agencies, 'agency', 'agencies'),
  },
  {
    label: 'Links sent today',
    value: number(sent.links),
    href: at('/providers/batches'),
    note: `in ${many(sent.batches, 'batch', 'batches')}, ${many(looks, 'check')} answered`,
  },
  ...more.flatMap(({ today = [] }) => today),
]

function machineOf({ system, zone = 'UTC' }: OverviewProps) {
  const { disk, backups, loop, errors_open, tasks } = system
  const failing = tasks.filter(({ failed_at, last_at }) => failed_at !== null && failed_at === last_at)
  return [
    { label: 'Disk free', value: size(disk.free_bytes), href: at('/system'), note: pace(disk) },
    {
      label: 'Last backup',
      value: backups.last_at ? day(backups.last_at, zone) : 'None',
      href: at('/backups'),
      note: backups.last_restored_at ? 'verified by a restore' : 'no backup verified yet',
    },
    {
      label: 'Server pauses',
      value: number(loop.stalls),
      href: at('/system'),
      note: loop.longest_ms === null ? 'since the start' : `longest ${number(loop.longest_ms)} ms`,
    },
    {
      label: 'Open errors',
      value: number(errors_open),
      href: at('/errors'),
      note:
        failing.length > 0
          ? `${many(failing.length, 'task')} failed last time`
          : `all ${many(tasks.length, 'task')} run`,
    },
  ]
}

const Lines = ({ title, lines }: { title: string; lines: readonly SumLine[] }) => (
  <div class="w4">
    <Section title={title}>
      <Sum lines={lines} />
    </Section>
  </div>
)

/** States of routes and engines. Their cost is on a page of its own. */
function supplyOf({ crawl, engines }: OverviewProps): SumLine[] {
  const line = (of: string, title: string, word: StatusWord): SumLine => ({
    label: <a href={at(`/suppliers/${of}`)}>{title}</a>,
    value: <Chip {...word} />,
  })
  return [
    ...ROUTES.map((name) =>
      line(name, `Crawling, ${ROUTE_WORDS[name].title.toLowerCase()}`, routeWord(crawl.routes[name])),
    ),
    ...ENGINES.map((slot) => line(slot, ENGINE_WORDS[slot].title, engineWord(engines[slot]))),
  ]
}

const queueOf = ({ today: { queue }, system, more }: OverviewProps): SumLine[] => [
  count('Pushes and checks', '/system', queue.jobs_open),
  count(`Links checked until day ${LAST_LOOK_DAY}`, '/system', queue.links_watched),
  count('Batches waiting for a supplier', '/providers/batches', queue.batches_waiting),
  count('Checks ordered', '/suppliers', queue.looks_open),
  count('E-mails to send', '/email', system.smtp.waiting),
  ...more.flatMap(({ in_progress = [] }) => in_progress),
]

const waitingOf = ({ people, today, more }: OverviewProps): SumLine[] => [
  count('Users to approve', '/users?status=pending', people.pending),
  ...more.flatMap(({ asking = [] }) => asking),
  count('Requests for packs', '/revenue/packs', today.pack_requests),
  ...more.flatMap(({ waiting = [] }) => waiting),
]

export const operatorScreens: readonly Screen[] = [platformPage('', overview)]

/** A list with one row is enough for its total. */
const ONE = { page_size: 1 }

async function overview(call: SignedInCall): Promise<Markup> {
  const total = async (list: Promise<{ total: number }>): Promise<number> => (await list).total
  const system = await call.call(getSystem, {})
  const props = {
    system,
    today: await call.call(getInstallOverview, {}),
    crawl: await call.call(getCrawlSettings, {}),
    engines: (await call.call(getIntegrations, {})).engines,
    people: {
      users: await total(call.call(listUsers, ONE)),
      pending: await total(call.call(listUsers, { ...ONE, status: 'pending' })),
      workspaces: await total(call.call(listTenants, ONE)),
      agencies: await total(call.call(listTenants, { ...ONE, kind: 'agency' })),
    },
    more: await Promise.all(filled(call, 'operator_overview').map((read) => read(call, system))),
    desk: deskOf(call),
    zone: zoneOf(call),
  }
  const sub = `Version ${system.version}, up ${span(system.uptime_s)}. Days end at midnight UTC.`
  return drawPage(call, { title: 'Overview', sub, operator: true, kind: 'revenue' }, <Overview {...props} />)
}
