import { CREDITS_PER_CHECK } from '../../src/domains/checks/index.ts'
import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import { namesFor } from '../../src/doors/pages/people.ts'
import { goTo, movedTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { getShell } from '../../src/operations/account/shell.ts'
import { adjustCredits, getCredits, getCreditsForecast } from '../../src/operations/credits/balances.ts'
import { getLedgerEntry, listLedger, reverseLedgerEntry } from '../../src/operations/credits/ledger.ts'
import { createCreditRequest } from '../../src/operations/credits/packs.ts'
import { agencyOf } from '../frame/visitor.ts'
import { Fold } from '../kit/fold.tsx'
import { listHref } from '../parts/lists/list.ts'
import { day } from '../parts/text/format.ts'
import { type FormOf, formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { drawPage, may, zoneOf } from '../shell.tsx'
import { Entry } from './entry.tsx'
import { ledgerList } from './ledger.tsx'
import { Overview, type OverviewProps } from './overview.tsx'
import { reservedPanel } from './reserved.tsx'
import { creditsOf, grouped, groupOf } from './sentences.ts'
import { REASON } from './words.ts'

const selfOf = ({ base }: SignedInCall): string => `${base}/credits`

const adjustForm: FormOf = formScreen({
  at: '/credits/adjust',
  id: 'adjust',
  operation: adjustCredits,
  fields: ['amount', 'kind', 'reason'],
  given: ({ caller }) => ({ tenant_id: caller.tenant_id }),
  hints: { amount: 'A negative amount removes credits, at most the available ones.', reason: 'Shown in the ledger.' },
  once: true,
  faults: ['insufficient_credits', 'conflict'],
  verb: 'Adjust credits',
  page: (call, refused) => overview(call, refused),
  done: (call, { amount, kind, direction }) =>
    goTo(selfOf(call), { text: `${creditsOf(ENGLISH, amount, kind)} ${direction === 'in' ? 'added' : 'removed'}.` }),
})

export const adjustFold = (self: string, refused?: RefusedForm) => (
  <Fold summary="Adjust credits as the operator" open={refused !== undefined}>
    {adjustForm.form(`${self}/adjust`, { kind: 'index' }, undefined, refused)}
  </Fold>
)

export const reverseForm: FormOf = formScreen({
  at: '/credits/:id/reverse',
  operation: reverseLedgerEntry,
  fields: ['note'],
  hints: { note: text('Shown in the ledger beside the reversal.') },
  once: true,
  verb: text('Reverse credits'),
  page: (call, refused) => entryPage(call, refused),
  done: (call, { id, amount, kind }) =>
    goTo(`${selfOf(call)}/${id}`, {
      text: say(zoneOf(call), 'Reversed: {credits}.', { credits: creditsOf(zoneOf(call), amount, kind) }),
    }),
})

export const creditScreens: readonly Screen[] = [
  page('/credits', (call) => overview(call)),
  ...ledgerList.screens,
  page('/credits/csv', ({ base, query }) => goTo(listHref(`${base}/credits/ledger/csv`, query, {}))),
  ...adjustForm.screens,
  // Old address: the page is now a panel.
  page('/credits/reserved', ({ base, query: { kind } }) =>
    movedTo(listHref(`${base}/credits`, {}, { panel: 'reserved', kind })),
  ),
  page('/credits/:id', (call) => entryPage(call)),
  ...reverseForm.screens,
]

/** Lines read for the newest groups of the overview. */
const NEWEST_LINES = 100
const NEWEST_GROUPS = 7

async function overview(call: SignedInCall, refused?: RefusedForm) {
  const { caller, query, base, app } = call
  const { tenant_id } = caller
  const { index, check } = await call.call(getCredits, { tenant_id })
  const { items } = await call.call(listLedger, { tenant_id, page_size: NEWEST_LINES })
  const { workspace } = await call.call(getShell, {})
  const weekly = Number(query.weekly)
  const to = zoneOf(call)
  const props: OverviewProps = {
    balance: { index, check },
    forecast: await call.call(getCreditsForecast, { tenant_id }),
    weekly: weekly > 0 && weekly < 1e6 ? Math.round(weekly) : null,
    newest: grouped(items, namesFor(call), to).slice(0, NEWEST_GROUPS),
    has_clients: workspace!.kind !== 'client',
    base,
    now: app.clock.now(),
    adjust: may(call, adjustCredits) && adjustFold(selfOf(call), refused),
    zone: to,
    panel: await reservedPanel(call, { index, check }, to),
  }
  const buys = may(call, createCreditRequest)
  return drawPage(
    call,
    {
      title: say(to, 'Credits'),
      sub: subOf(to),
      act: buys ? { label: say(to, 'Buy credits'), icon: 'plus', href: `${base}/credits/buy` } : null,
      menu: [
        {
          label: say(to, 'Export ledger as CSV'),
          icon: 'download',
          href: `${selfOf(call)}/ledger/csv`,
          download: true,
        },
      ],
      kind: 'credits',
    },
    <Overview {...props} />,
  )
}

const subOf = (to: Reader): string =>
  say(
    to,
    'An index credit pushes one link and is refunded when it is not indexed by day {day}. A check costs {credits}, a live check {live}.',
    {
      ...{ day: LAST_LOOK_DAY, live: CREDITS_PER_CHECK.scan_live },
      credits: creditsOf(to, CREDITS_PER_CHECK.scan_standard, 'check'),
    },
  )

async function entryPage(call: SignedInCall, refused?: RefusedForm) {
  const entry = await call.call(getLedgerEntry, { id: call.params.id })
  const { reversible, kind, amount, direction } = entry
  const [names, zone] = [namesFor(call), zoneOf(call)]
  const crumbs = [
    { label: say(zone, 'Ledger'), href: `${selfOf(call)}/ledger` },
    { label: `${say(zone, REASON[entry.reason])}, ${day(entry.created_at, zone)}` },
  ]
  return drawPage(
    call,
    {
      title: groupOf([entry], names, zone).sentence,
      sub:
        direction === 'in'
          ? say(zone, '{credits} in', { credits: creditsOf(zone, amount, kind) })
          : say(zone, '{credits} out', { credits: creditsOf(zone, amount, kind) }),
      crumbs,
      kind: 'credits',
    },
    <Entry
      entry={entry}
      names={names}
      job={await jobOf(call, entry)}
      base={call.base}
      self={selfOf(call)}
      reverse={
        reversible &&
        may(call, reverseLedgerEntry) &&
        reverseForm.form(
          `${selfOf(call)}/${entry.id}/reverse`,
          {},
          {
            to: zone,
            verb: say(zone, 'Reverse {credits, plural, one {# credit} other {# credits}}', { credits: amount }),
          },
          refused,
        )
      }
      zone={zone}
    />,
  )
}

/** The job of a line. One that moved to another client is on the pages of the agency, for people who have them. */
async function jobOf(call: SignedInCall, { job_id, job_name, ...entry }: AnswerOf<typeof getLedgerEntry>) {
  if (job_name !== null) return { name: job_name, href: `${call.base}/jobs/${job_id}` }
  const moved = [entry, ...entry.related].find(({ reason }) => reason === 'move')
  const agency = moved && (await agencyOf(call))
  return agency ? { name: moved.note!, href: `${agency}/jobs/${job_id}` } : null
}
