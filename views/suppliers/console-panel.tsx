/** The panel of Google Search Console: its service account and its properties. */
import { SidePanel } from '../kit/panel.tsx'
import { Chip } from '../parts/chips.tsx'
import { ConfirmLink } from '../parts/forms/dialogs.tsx'
import { type Column, DataTable } from '../parts/lists/table.tsx'
import { number } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { counted } from './engine-panel.tsx'
import type { EnginesData, SuppliersProps } from './props.ts'
import { BREAKER, DISCONNECT_ENGINE } from './words.ts'

export function ConsolePanel({
  engines: { search_console: console },
  forms,
  self,
  refused,
  zone = 'UTC',
}: SuppliersProps) {
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
