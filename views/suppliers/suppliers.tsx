/** Suppliers and check engines as one list, with the chosen one in a panel and the two suppliers compared below. */

import { SLOT_ADAPTERS } from '../../src/domains/checks/index.ts'
import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import { CRAWL_ADAPTERS } from '../../src/domains/providers/index.ts'
import { Fuel } from '../kit/bars.tsx'
import { Section } from '../kit/fold.tsx'
import { SidePanel, Split } from '../kit/panel.tsx'
import { Chip } from '../parts/chips.tsx'
import { ConfirmLink } from '../parts/forms/dialogs.tsx'
import { Icon } from '../parts/icon.tsx'
import { type Column, DataTable } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { initials, many, number, percent } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { SupplierDuel } from './duel.tsx'
import { counted, EnginePanel } from './engine-panel.tsx'
import type { EnginesData, Subject, SuppliersProps } from './props.ts'
import { RoutePanel } from './route-panel.tsx'
import { rowsOf, type SupplierRow } from './rows.ts'
import { nameOf } from './vendors.ts'
import { BREAKER, DISCONNECT_ENGINE, ENGINE_WORDS, ROUTE_WORDS } from './words.ts'

function ConsolePanel({ engines: { search_console: console }, forms, self, refused, zone = 'UTC' }: SuppliersProps) {
  const at = `${self}/search_console`
  const account = console?.service_account
  return (
    <SidePanel
      title="Google Search Console"
      close={self}
      aside={<Chip {...(account ? BREAKER.closed : BREAKER.none)} />}
    >
      {account && (
        <p>
          Signed in as <b class="url">{account.hint}</b>. Add this address as a user of each property.
        </p>
      )}
      {console && console.properties.length > 0 && (
        <DataTable caption="Properties" rows={console.properties} columns={propertyColumns(zone)} />
      )}
      {forms.search_console.form(
        at,
        { ...console, service_account: '', properties: console?.properties.map((one) => one.property) },
        {
          verb: account ? 'Save and test' : 'Connect and test',
          hints: {
            service_account: account ? 'Leave blank to keep it.' : 'The key file from Google. It is stored encrypted.',
            properties: 'One per line: sc-domain:site.example, or an address that ends with /.',
            base_url: 'Leave blank for Google’s own address.',
          },
        },
        refused?.form === 'search_console' ? refused : undefined,
      )}
      {account && (
        <p class="panel-foot">
          <span>The test is free</span>
          <ConfirmLink href={`${at}/disconnect`} class="" {...DISCONNECT_ENGINE('Search Console')}>
            Remove Search Console
          </ConfirmLink>
        </p>
      )}
    </SidePanel>
  )
}

type Property = NonNullable<EnginesData['search_console']>['properties'][number]

const propertyColumns = (zone: string): Column<Property>[] => [
  { label: 'Property', cell: ({ property }) => <b class="url">{property}</b> },
  { label: 'Today', class: 'num', cell: ({ used_today }) => number(used_today) },
  {
    label: 'Waiting',
    class: 'num',
    cell: ({ open_looks, queue }) => (
      <>
        {counted(open_looks)}
        {queue.resumes_at && (
          <small class="sub2">
            until <When time={queue.resumes_at} zone={zone} />
          </small>
        )}
      </>
    ),
  },
]

export const Suppliers = (props: SuppliersProps) => {
  const { crawl, engines, self, duel, of } = props
  const rows = rowsOf(props)
  const row = rows.find((one) => one.of === of)
  const connected = rows.filter((one) => one.connected)
  const addable = rows.filter((one) => !one.connected)
  return (
    <>
      {!crawl.routes.primary?.enabled && !crawl.routes.fallback?.enabled && (
        <Banner tone="warn">
          <b>No supplier is connected: nothing can be pushed.</b> Connect one, or choose the simulated one to try the
          product.
        </Banner>
      )}
      {!engines.engines.scan_standard?.enabled && (
        <Banner tone="warn">
          <b>Google is not connected.</b> Links are sent but not checked, so no credit is refunded.
        </Banner>
      )}
      <Split panel={row && <Panel {...props} row={row} />}>
        {connected.length > 0 && (
          <Section title="Connected" note={number(connected.length)}>
            <SupplierTable rows={connected} self={self} of={of} />
          </Section>
        )}
        {addable.length > 0 && <Addable rows={addable} self={self} of={of} />}
        <SupplierDuel duel={duel} self={self} />
      </Split>
    </>
  )
}

const Panel = (props: SuppliersProps & { row: SupplierRow }) => {
  const { of } = props.row
  if (of === 'primary' || of === 'fallback') return <RoutePanel {...props} name={of} />
  if (of === 'search_console') return <ConsolePanel {...props} />
  return <EnginePanel {...props} slot={of} />
}

/** Services that can be added, as tiles; each leads to the panel with the steps to its key. */
const Addable = ({ rows, self, of }: { rows: readonly SupplierRow[]; self: string; of: Subject | undefined }) => (
  <Section title="Can be added" note={many(rows.length, 'service')}>
    <ul class="tiles">
      {rows.map((row) => (
        <li class="tile">
          <h3>
            <span class="mark pale" aria-hidden="true">
              {initials(row.name)}
            </span>
            <a class="cover" href={`${self}/${row.of}`} aria-current={row.of === of && 'true'}>
              {row.name}
            </a>
          </h3>
          <p class="muted small">{WHAT[row.of]}</p>
          <p class="small">
            {servicesOf(row.of)}
            <span class="where">
              <Icon name="key-round" />
              Where the key is
            </span>
          </p>
        </li>
      ))}
    </ul>
  </Section>
)

const WHAT: Record<Subject, string> = {
  primary: ROUTE_WORDS.primary.what,
  fallback: ROUTE_WORDS.fallback.what,
  scan_standard: ENGINE_WORDS.scan_standard.what,
  scan_live: ENGINE_WORDS.scan_live.what,
  scan_bing: ENGINE_WORDS.scan_bing.what,
  upstream: ENGINE_WORDS.upstream.what,
  search_console: 'Google’s own answer for pages of connected properties. It is free, and saves paid checks.',
}

/** Names of the services that fit, without the one for trying out. */
function servicesOf(of: Subject): string {
  if (of === 'search_console') return 'A key file of Google Cloud'
  const fitting: readonly string[] = of === 'primary' || of === 'fallback' ? CRAWL_ADAPTERS : SLOT_ADAPTERS[of]
  return fitting
    .filter((adapter) => adapter !== 'simulated')
    .map(nameOf)
    .join(', ')
}

const SupplierTable = ({ rows, self, of }: { rows: readonly SupplierRow[]; self: string; of: Subject | undefined }) => (
  <table class="tbl two sup">
    <caption class="vh">Suppliers and check engines</caption>
    <thead>
      <tr>
        <th scope="col">Supplier</th>
        <th scope="col">State</th>
        <th scope="col" class="end">
          By day {LAST_LOOK_DAY}
        </th>
        <th scope="col" class="end">
          Cost
        </th>
        <th scope="col" class="bal">
          Balance
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr aria-selected={row.of === of && 'true'}>
          <td>
            <span class="who">
              <span class="mark pale" aria-hidden="true">
                {initials(row.name)}
              </span>
              <span>
                <a class="cover" href={`${self}/${row.of}`} aria-current={row.of === of && 'true'}>
                  {row.name}
                </a>
                <small>{row.role}</small>
              </span>
            </span>
          </td>
          <td>
            <Chip {...row.state} />
          </td>
          <td class="end">{row.rate === null ? <Nothing /> : <b class="fig">{percent(row.rate)}</b>}</td>
          <td class="end">
            {row.cost ? (
              <>
                {row.cost.amount}
                {row.cost.per && <small class="sub2">{row.cost.per}</small>}
              </>
            ) : (
              <Nothing />
            )}
          </td>
          <td class="bal">
            {row.balance ? <span class="num">{row.balance.text}</span> : <Nothing />}
            {row.balance?.share != null && (
              <Fuel share={row.balance.share} label={`${percent(row.balance.share)} left`} />
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Nothing = () => <span class="soft">–</span>
