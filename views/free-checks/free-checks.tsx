/** Free checks on the public pages: their number, origin and cost, and blocked visitors. */
import { type NameOf, namesFor } from '../../src/doors/pages/people.ts'
import { goTo, type SignedInCall } from '../../src/doors/pages/web.ts'
import {
  createFreeCheckBlock,
  getFreeChecks,
  updateFreeCheckSettings,
} from '../../src/features/free-checks/operations.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { Child } from '../jsx/elements.ts'
import { EmptyState, Section } from '../kit/fold.tsx'
import { Strip } from '../kit/strip.tsx'
import { Post } from '../parts/forms/post.tsx'
import { listHref } from '../parts/lists/list.ts'
import { Seg } from '../parts/lists/seg.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { Person } from '../parts/person.tsx'
import { number } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { type FormOf, formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { drawPage, zoneOf } from '../shell.tsx'

export type FreeCheckData = AnswerOf<typeof getFreeChecks>
type Line = FreeCheckData['countries'][number]
type BlockRow = FreeCheckData['blocks'][number]
export const FREE_CHECKS = '/app/platform/free-checks'
const LOG = `${FREE_CHECKS}/log`

const blockForm: FormOf = formScreen({
  at: '/free-checks/blocks',
  operator: true,
  operation: createFreeCheckBlock,
  id: 'block',
  fields: [],
  sentence: 'Block {target} for {hours} hours, because {reason}.',
  empty: { target: 'address, /24 or /64', hours: 'no end', reason: 'a reason for your staff' },
  faults: ['conflict'],
  verb: 'Block',
  tone: 'plain',
  page: (call, blocking) => freeChecksPage(call, { blocking }),
  done: (_, { target }) => goTo(FREE_CHECKS, { text: `${target} is blocked.` }),
})

const capsForm: FormOf = formScreen({
  at: '/free-checks/settings',
  operator: true,
  operation: updateFreeCheckSettings,
  id: 'caps',
  fields: [],
  sentence:
    'Free checks {enabled}. A visitor has {ip_per_day} a day, a network {network_per_day}, all together {per_day}. Live searches cost at most {daily_usd} dollars a day. The report of the day before {report}.',
  words: {
    enabled: { true: 'are open', false: 'are closed' },
    report: { true: 'goes to the operators', false: 'is not sent' },
  },
  verb: 'Save limits',
  page: (call, setting) => freeChecksPage(call, { setting }),
  done: () => goTo(FREE_CHECKS, { text: 'Saved.' }),
})

export const freeCheckForms = [...blockForm.screens, ...capsForm.screens]

type RefusedForms = { blocking?: RefusedForm; setting?: RefusedForm }

export async function freeChecksPage(call: SignedInCall, sent?: RefusedForms) {
  const totals = await call.call(getFreeChecks, { days: call.query.days as '7' | undefined })
  const head = {
    title: 'Free checks',
    sub: 'What visitors try on the public pages, without an account. Days are in UTC.',
    menu: [
      { label: 'Open public page', icon: 'eye' as const, href: '/tools/xray' },
      { label: 'Log', icon: 'file-text' as const, href: LOG },
      { label: 'Export CSV', icon: 'download' as const, href: `${FREE_CHECKS}/csv`, download: true, key: 'e' },
      { label: 'Send yesterday’s report', icon: 'mail' as const, post: `${FREE_CHECKS}/report` },
    ],
    operator: true,
    kind: 'settings',
  }
  const props = { totals, sent, target: call.query.target, zone: zoneOf(call), names: namesFor(call) }
  return drawPage(call, head, <FreeChecks {...props} />)
}

type FreeChecksProps = {
  totals: FreeCheckData
  sent?: RefusedForms | undefined
  /** Value of the form that blocks a visitor. */
  target?: string | undefined
  zone?: string
  names: NameOf
}

export function FreeChecks({ totals, sent = {}, target, names, zone = 'UTC' }: FreeChecksProps) {
  return (
    <>
      <div id="list" class="stack">
        <Seg
          label="Days"
          tabs={[1, 7, 30].map((days) => ({
            label: days === 1 ? 'Today' : `${days} days`,
            href: listHref(FREE_CHECKS, {}, { days: String(days) }),
            current: totals.days === days,
          }))}
        />
        <Strip facts={factsOf(totals)} />
        {totals.checks + totals.refused === 0 ? (
          <EmptyState icon="search">Nobody tried a check in this time.</EmptyState>
        ) : (
          <Tops totals={totals} />
        )}
      </div>
      <Section title="Blocked">
        <DataTable
          caption="Blocks"
          columns={blockColumns(zone, names)}
          rows={totals.blocks}
          lines
          empty={<EmptyState icon="shield-check">Nobody is blocked.</EmptyState>}
        />
        {blockForm.form(`${FREE_CHECKS}/blocks`, { target }, {}, sent.blocking)}
      </Section>
      <Section title="Limits">{capsForm.form(`${FREE_CHECKS}/settings`, totals.caps, {}, sent.setting)}</Section>
    </>
  )
}

/** The kinds of checks, and where they come from. */
function Tops({ totals }: { totals: FreeCheckData }) {
  const days = String(totals.days)
  const found = ({ name }: Line, label = name) => <a href={listHref(LOG, {}, { q: name, days })}>{label}</a>
  return (
    <div class="two">
      <Top
        title="Kinds"
        rows={totals.kinds}
        name={({ name }) => <a href={listHref(LOG, {}, { kind: name, days })}>{name.replaceAll('_', ' ')}</a>}
      />
      <Top title="Domains" rows={totals.domains} name={found} />
      <Top title="Countries" rows={totals.countries} name={(row) => found(row, countryOf(row.name))} />
      {totals.cities.length > 0 && <Top title="Cities" rows={totals.cities} name={found} />}
      <Top title="IP addresses" rows={totals.ips} name={found} blocks />
      <Top title="Networks" rows={totals.networks} name={found} blocks />
    </div>
  )
}

const factsOf = ({ days, checks, refused, unlogged, cost_usd, caps }: FreeCheckData) => [
  { label: 'Checks', value: number(checks), note: days === 1 ? 'today (UTC)' : `in ${days} days` },
  {
    label: 'Refused',
    value: number(refused),
    note: unlogged ? `and ${number(unlogged)} more, not in the log` : 'by a block, a limit or as a program',
  },
  {
    label: 'Of today’s limit',
    value: `${number(caps.used)} of ${number(caps.per_day)}`,
    note: caps.enabled ? 'open' : 'closed',
  },
  {
    label: 'Live searches today',
    value: `$${caps.spent_usd.toFixed(2)} of $${caps.daily_usd.toFixed(2)}`,
    note: `${LIVE[caps.live]} · $${cost_usd.toFixed(2)} shown`,
  },
]

const LIVE = { open: 'open', none: 'no live engine is in use', used_up: 'used up until 00:00 UTC' }

type TopProps = { title: string; rows: readonly Line[]; name: (row: Line) => Child; blocks?: true }

const Top = ({ title, rows, name, blocks }: TopProps) => (
  <Section title={title}>
    {rows.length > 0 ? (
      <DataTable caption={title} columns={topColumns(name, blocks)} rows={rows} lines />
    ) : (
      <p class="hint">Nothing yet.</p>
    )}
  </Section>
)

const topColumns = (name: TopProps['name'], blocks?: true): Column<Line>[] => [
  { label: 'Name', cell: (row) => name(row) },
  { label: 'Checks', class: 'num', cell: (row) => number(row.checks) },
  {
    label: 'Refused',
    class: 'num',
    cell: ({ refused, unlogged }) => (
      <>
        {number(refused)}
        {unlogged > 0 && <div class="muted">and {number(unlogged)} not in the log</div>}
      </>
    ),
  },
  ...(blocks
    ? [
        {
          label: 'Actions',
          class: 'end',
          cell: (row: Line) => (
            <a class="btn small" href={`${listHref(FREE_CHECKS, {}, { target: row.name })}#block-target`}>
              Block<span class="vh"> {row.name}</span>
            </a>
          ),
        },
      ]
    : []),
]

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** `AT` becomes Austria. */
export const countryOf = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (REGIONS.of(code) ?? code) : code)

const blockColumns = (zone: string, names: NameOf): Column<BlockRow>[] => [
  { label: 'Blocked', cell: (row) => <Named name={row.target} sub={row.reason ?? 'No reason given'} /> },
  { label: 'By', class: 'wide-only', cell: (row) => <Person of={row.created_by} names={names} /> },
  {
    label: 'Until',
    class: 'num',
    cell: (row) => (row.ends_at === null ? 'no end' : <When time={row.ends_at} zone={zone} />),
  },
  {
    label: 'Actions',
    class: 'end',
    cell: (row) => (
      <Post action={`${FREE_CHECKS}/blocks/${row.id}/lift`} class="btn small" label="Unblock" of={row.target} />
    ),
  },
]
