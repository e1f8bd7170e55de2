/** The plan page in its conditions: as the platform admin, the agency's people and a client's see it. */
import { BUILT_IN } from '../../src/domains/plans/index.ts'
import type { PlanUsage } from '../../src/domains/reports/index.ts'
import { PlanPage, type PlanPageProps } from '../../views/plans/plan.tsx'
import { inApp } from './frames.tsx'
import { at, NASTY } from './samples.ts'

const plan = (name: string) => BUILT_IN.plans.find((one) => one.plan === name)!

const USAGE: PlanUsage = {
  root: { id: 'ten_northwind', name: NASTY },
  plan: plan('agency_pro'),
  subscription: null,
  used: { clients: 6, members: 4, keys: 3 },
}

const LATE: NonNullable<PlanUsage['subscription']> = {
  tenant_id: 'ten_northwind',
  plan: 'agency_pro',
  status: 'past_due',
  interval: 'month',
  current_period_end: null,
  grace_until: '2026-11-28T00:00:00.000Z',
  updated_at: '2026-11-21T00:00:00.000Z',
}

const planPage = (usage: Partial<PlanUsage>, more: Partial<PlanPageProps> = {}) =>
  inApp(
    'Plan',
    <PlanPage usage={{ ...USAGE, ...usage }} plans={BUILT_IN.plans} change_href={null} {...more} />,
    'Dashboard',
  )

export const planGallery = [
  { name: 'plan-platform', page: () => planPage({}, { change_href: (name) => at(`/plan/${name}`) }) },
  { name: 'plan-viewer', page: () => planPage({}) },
  { name: 'plan-past-due', page: () => planPage({ subscription: LATE }) },
  { name: 'plan-locked', page: () => planPage({ plan: plan('free'), subscription: LATE }) },
  { name: 'plan-client', page: () => planPage({}, { plans: null }) },
]
