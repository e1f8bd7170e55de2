/** What strangers try on the public pages: how much, from where, at what cost; and who may not. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { createFreeCheckBlock } from '../../src/operations/free-checks/create-free-check-block.ts'
import type { getFreeChecks } from '../../src/operations/free-checks/get-free-checks.ts'
import { updateFreeCheckSettings } from '../../src/operations/free-checks/update-free-check-settings.ts'
import { Card, CardBody, Empty, Kpi } from '../parts/card.tsx'
import { Form, type Issue } from '../parts/form.tsx'
import { number } from '../parts/format.ts'
import { listHref } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { type Column, DataTable, Seg } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'

export type FreeCheckData = AnswerOf<typeof getFreeChecks>
type Line = FreeCheckData['countries'][number]
type BlockRow = FreeCheckData['blocks'][number]
type Filled = { values?: Readonly<Record<string, unknown>>; issues?: readonly Issue[] }

export type FreeChecksProps = {
  totals: FreeCheckData
  self: string
  log: string
  blocking?: Filled
  setting?: Filled
  zone?: string
}

export const FreeChecks = ({ totals, self, log, blocking, setting, zone = 'UTC' }: FreeChecksProps) => (
  <>
    <PageHead
      title="Free checks"
      sub="What visitors try on the public pages, without an account."
      actions={
        <>
          <a class="btn" href="/tools/xray">
            See the page
          </a>
          <a class="btn" href={log}>
            Log
          </a>
          <a class="btn" href={`${self}/csv`} data-key="e">
            Export CSV
          </a>
          <Post action={`${self}/report`}>Send yesterday’s report</Post>
        </>
      }
    />
    <div id="list" class="stack">
      <div class="row">
        <Seg
          label="Days"
          tabs={[1, 7, 30].map((days) => ({
            label: days === 1 ? 'Today' : `${days} days`,
            href: listHref(self, {}, { days: String(days) }),
            current: totals.days === days,
          }))}
        />
      </div>
      <div class="grid">
        <Kpis totals={totals} />
        <Top title="Kinds" rows={totals.kinds} name={(row) => row.name.replaceAll('_', ' ')} />
        <Top title="Domains" rows={totals.domains} name={(row) => found(log, row)} />
        <Top title="Countries" rows={totals.countries} name={(row) => found(log, row, countryOf(row.name))} />
        {totals.cities.length > 0 && <Top title="Cities" rows={totals.cities} name={(row) => found(log, row)} />}
        <Top title="IP addresses" rows={totals.ips} name={(row) => found(log, row)} block={self} />
        <Top title="Networks" rows={totals.networks} name={(row) => found(log, row)} block={self} />
      </div>
    </div>
    <Card title="Blocked">
      {totals.blocks.length > 0 ? (
        <DataTable caption="Blocks" columns={blockColumns(self, zone)} rows={totals.blocks} />
      ) : (
        <Empty icon="shield-check">Nobody is blocked.</Empty>
      )}
      <CardBody>
        <Form id="block" action={`${self}/blocks`} schema={createFreeCheckBlock.input} {...blocking} verb="Block" />
      </CardBody>
    </Card>
    <Card title="Caps">
      <CardBody>
        <Form
          id="caps"
          action={`${self}/settings`}
          schema={updateFreeCheckSettings.input}
          values={setting?.values ?? totals.caps}
          issues={setting?.issues}
          verb="Save"
        />
      </CardBody>
    </Card>
  </>
)

const Kpis = ({ totals: { days, checks, refused, cost_usd, caps } }: { totals: FreeCheckData }) => (
  <>
    <Kpi
      class="w3"
      icon="scan-search"
      label="Checks"
      value={number(checks)}
      note={days === 1 ? 'today (UTC)' : `in ${days} days`}
    />
    <Kpi class="w3" icon="ban" label="Refused" value={number(refused)} note="by a block, a cap or as a program" />
    <Kpi
      class="w3"
      icon="clock"
      label="Of today’s cap"
      value={`${number(caps.used)} of ${number(caps.per_day)}`}
      note={caps.enabled ? 'open' : 'closed'}
    />
    <Kpi
      class="w3"
      icon="coins"
      label="Live searches today"
      value={`$${caps.spent_usd.toFixed(2)} of $${caps.daily_usd.toFixed(2)}`}
      note={`${LIVE[caps.live]} · $${cost_usd.toFixed(2)} in all shown`}
    />
  </>
)

const LIVE = { open: 'open', none: 'no live engine is in use', used_up: 'used up until 00:00 UTC' }

type TopProps = { title: string; rows: readonly Line[]; name: (row: Line) => unknown; block?: string }

const Top = ({ title, rows, name, block }: TopProps) => (
  <Card title={title} class="w6">
    {rows.length > 0 ? (
      <DataTable caption={title} columns={topColumns(name, block)} rows={rows} />
    ) : (
      <Empty icon="globe">Nothing yet.</Empty>
    )}
  </Card>
)

const topColumns = (name: TopProps['name'], block?: string): Column<Line>[] => [
  { label: 'Name', cell: (row) => name(row) as string },
  { label: 'Checks', class: 'num', cell: (row) => number(row.checks) },
  { label: 'Refused', class: 'num', cell: (row) => number(row.refused) },
  ...(block
    ? [
        {
          label: 'Actions',
          class: 'end',
          cell: (row: Line) => (
            <a class="btn small" href={`${listHref(block, {}, { target: row.name })}#block-target`}>
              Block<span class="vh"> {row.name}</span>
            </a>
          ),
        },
      ]
    : []),
]

const found = (log: string, { name }: Line, label = name) => <a href={listHref(log, {}, { q: name })}>{label}</a>

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** `AT` is Austria. */
export const countryOf = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (REGIONS.of(code) ?? code) : code)

const blockColumns = (self: string, zone: string): Column<BlockRow>[] => [
  {
    label: 'Who',
    cell: (row) => (
      <>
        <b>{row.target}</b>
        <div class="muted">{row.reason ?? 'No reason was given'}</div>
      </>
    ),
  },
  { label: 'By', class: 'wide-only', cell: (row) => row.created_by },
  {
    label: 'Until',
    class: 'num',
    cell: (row) => (row.ends_at === null ? 'it is lifted' : <When time={row.ends_at} zone={zone} />),
  },
  {
    label: 'Actions',
    class: 'end',
    cell: (row) => (
      <Post action={`${self}/blocks/${row.id}/lift`} class="btn small">
        Lift<span class="vh"> {row.target}</span>
      </Post>
    ),
  },
]
