/** Reports of ticked clients: their addresses for a month, and one schedule for all. */
import { daysFor } from '../../../src/doors/pages/days.ts'
import { goTo, type Markup, type Screen, type SignedInCall } from '../../../src/doors/pages/web.ts'
import { shareMonthReports } from '../../../src/features/reports/operations/months.ts'
import { putReportSchedule } from '../../../src/features/reports/operations/schedule.ts'
import { monthBefore } from '../../../src/kernel/time/periods.ts'
import {
  afterPicked,
  asking,
  clientsOf,
  crumbsOf,
  idsIn,
  listOf,
  namesOf,
  pickedIn,
} from '../../clients/picked/picked.tsx'
import type { Child } from '../../jsx/elements.ts'
import { HOURS } from '../../parts/forms/codes.ts'
import { listHref } from '../../parts/lists/list.ts'
import { many } from '../../parts/text/format.ts'
import { periodWord } from '../../parts/text/period-word.ts'
import { type FormVariation, formScreen, type RefusedForm } from '../../screens/form-screen.tsx'
import type { ListState } from '../../screens/list-spec.ts'
import { assertMay, drawPage } from '../../shell.tsx'

export const pickedReportActs = ({ self, may }: ListState) =>
  may(putReportSchedule)
    ? [
        { label: 'Share reports', icon: 'share-2' as const, href: `${self}/picked/share/ask` },
        { label: 'Set schedule', icon: 'calendar-clock' as const, href: `${self}/picked/schedule/ask` },
      ]
    : []

/** Months offered, the last whole one first. */
const MONTHS = 12

function monthsUntil(present: string): string[] {
  const months = [monthBefore(present)]
  while (months.length < MONTHS) months.push(monthBefore(months.at(-1)!))
  return [...months, present]
}

const share = formScreen({
  at: '/clients/picked/share',
  operation: shareMonthReports,
  fields: [],
  sentence: 'Give the report of {month} of each client an address, which anyone who has it can open.',
  given: (call) => ({ ids: idsIn(call) }),
  verb: 'Share reports',
  page: askShare,
  done: (call, { month, shared, refused }) =>
    afterPicked(
      call,
      {
        done: `${many(shared.length, 'report')} of ${periodWord(month)} shared. The addresses are in the rows.`,
        refused,
      },
      listHref(`${call.base}/reports/clients`, {}, { month }),
    ),
})

async function askShare(call: SignedInCall, refused?: RefusedForm): Promise<Markup> {
  assertMay(call, shareMonthReports)
  const months = monthsUntil(daysFor(call).monthOf(call.app.clock.now()))
  const month = { ...shareMonthReports.input.properties.month, enum: months }
  return ask(call, 'Share reports of', (variation) =>
    share.form(
      `${listOf(call)}/picked/share`,
      { month: months[0] },
      {
        ...variation,
        schema: { properties: { month }, required: ['month'] },
        words: { month: Object.fromEntries(months.map((one) => [one, periodWord(one)])) },
      },
      refused,
    ),
  )
}

const schedule = formScreen({
  at: '/clients/picked/schedule',
  operation: putReportSchedule,
  fields: [],
  sentence: 'Send the report of each {period} {mode}, on day {day} of the next month at {hour}.',
  words: {
    mode: { off: 'never', review: 'after approval' },
    period: { month: 'month', quarter: 'quarter' },
    hour: HOURS,
  },
  given: (call) => {
    const [id, ...apply_to] = idsIn(call)
    return { id, apply_to }
  },
  faults: ['conflict', 'forbidden'],
  verb: 'Set schedule',
  page: askSchedule,
  done: (call) => goTo(listOf(call), { text: `Reports of ${clientsOf(idsIn(call).length)} have this schedule.` }),
})

/** Sending without approval is set for each client alone: it needs approved reports. */
const MODE = { type: 'string', enum: ['review', 'off'] }

async function askSchedule(call: SignedInCall, refused?: RefusedForm): Promise<Markup> {
  assertMay(call, putReportSchedule)
  const { properties } = putReportSchedule.input
  return ask(call, 'Report schedule of', (variation) =>
    schedule.form(
      `${listOf(call)}/picked/schedule`,
      { period: 'month', mode: 'review', day: 4, hour: 9 },
      { ...variation, schema: { properties: { ...properties, mode: MODE } } },
      refused,
    ),
  )
}

async function ask(call: SignedInCall, title: string, form: (variation: FormVariation) => Child): Promise<Markup> {
  const clients = await pickedIn(call, ({ archived }) => !archived)
  const named = `${title} ${clientsOf(clients.length)}`
  const sub = namesOf(clients)
  return drawPage(
    call,
    { title: named, sub, crumbs: crumbsOf(call), detail: true },
    form({ hidden: { id: clients.map(({ id }) => id) } }),
  )
}

export const pickedReportScreens: readonly Screen[] = [
  asking('/clients/picked/share/ask', askShare),
  ...share.screens,
  asking('/clients/picked/schedule/ask', askSchedule),
  ...schedule.screens,
]
