import { INVITATIONS, offersTo, unprovedAccounts } from '../../src/domains/accounts/index.ts'
import { waitingPushes } from '../../src/domains/jobs/index.ts'
import { hasCrawlRoute } from '../../src/domains/providers/index.ts'
import { readDashboard } from '../../src/domains/reports/index.ts'
import { readTenant } from '../../src/domains/tenants/index.ts'
import { page, type Screen, type SignedInCall } from '../../src/doors/web.ts'
import { clockDoubt, doubtInWords } from '../../src/kernel/clock-doubt.ts'
import { many } from '../parts/format.ts'
import { appPage, mayWrite, zoneOf } from '../shell.tsx'
import { Dashboard, type Need } from './dashboard.tsx'

export const dashboardScreens: readonly Screen[] = [page('', dashboard)]

function dashboard(call: SignedInCall) {
  const { base, caller, app } = call
  const facts = call.read((tx, asker) => ({ ...readDashboard(tx, asker), connected: hasCrawlRoute(tx) }))
  const { name } = call.read((tx) => readTenant(tx, caller.tenant_id))
  const needs = needsOf(call, facts)
  return appPage(
    call,
    'Dashboard',
    <Dashboard
      workspace={name}
      summary={summaryOf(facts.clients, facts.watched, needs.length)}
      numbers={facts.numbers}
      age_days={facts.age_days}
      curve={facts.curve}
      needs={needs}
      in_progress={facts.in_progress}
      simulated={facts.simulated}
      can_write={mayWrite(call)}
      base={base}
      now={app.clock.now()}
      zone={zoneOf(call)}
    />,
  )
}

function summaryOf(clients: number, watched: number, needs: number): string {
  const parts = [many(clients, 'client'), `${many(watched, 'push', 'pushes')} being watched`]
  if (needs > 0) parts.push(`${needs === 1 ? '1 thing needs' : `${needs} things need`} you`)
  return `${parts.slice(clients === 0 ? 1 : 0).join(', ')}.`
}

/** Who waits for the visitor's word: a workspace that invited them, or accounts that the platform admin should look at. */
function needsOfPeople({ base, caller, visitor, read }: SignedInCall): Need[] {
  const offers = read((tx) => offersTo(tx, visitor.user.id))
  const doubt = caller.platform ? read(clockDoubt) : null
  const unproved = caller.platform ? read((tx) => unprovedAccounts(tx)).length : 0
  return [
    ...offers.map(
      ({ name, by }): Need => ({
        icon: 'users',
        text: by ? `${by} invites you to ${name}.` : `You are invited to ${name}.`,
        action: { label: 'Answer', href: INVITATIONS },
      }),
    ),
    ...(doubt
      ? [
          {
            icon: 'clock',
            tone: 'bad',
            text: `${doubtInWords(doubt)} Nothing is ordered, settled or granted meanwhile.`,
            action: { label: 'Look at it', href: '/app/platform/clock' },
          } satisfies Need,
        ]
      : []),
    ...(unproved > 0
      ? [
          {
            icon: 'triangle-alert',
            tone: 'bad',
            text: `${many(unproved, 'account')} of unconfirmed addresses may do more than whoever made them.`,
            action: { label: 'Look at them', href: `${base}/account/unproved` },
          } satisfies Need,
        ]
      : []),
  ]
}

const LOW_CREDITS = 20
const MOST_WAITING = 3

/** What waits for a person, each with its one action where there is one. */
function needsOf(call: SignedInCall, facts: { connected: boolean; numbers: { index_credits: number } }): Need[] {
  const { base, caller } = call
  const needs: Need[] = needsOfPeople(call)
  if (!facts.connected)
    needs.push({
      icon: 'triangle-alert',
      tone: 'bad',
      text: 'No crawl supplier is connected, so nothing can be pushed.',
      action: caller.platform ? { label: 'Try the simulated one', href: `${base}/setup/suppliers` } : undefined,
    })
  if (facts.numbers.index_credits < LOW_CREDITS)
    needs.push({ icon: 'coins', tone: 'bad', text: `${many(facts.numbers.index_credits, 'index credit')} left` })
  for (const job of call.read((tx, asker) => waitingPushes(tx, asker, MOST_WAITING)))
    needs.push({
      icon: 'clock',
      text: `${job.name}: ${job.note}`,
      action: { label: 'See the push', href: `${base}/jobs/${job.id}` },
    })
  return needs
}
