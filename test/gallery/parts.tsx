/** The parts that no first screen uses yet, on one page. */
import { DayBars } from '../../views/kit/bars.tsx'
import { AppPage } from '../../views/layout.tsx'
import { Evidence, RawAnswer } from '../../views/links/evidence.tsx'
import { Chip } from '../../views/parts/chips.tsx'
import { CopyField, SecretOnce } from '../../views/parts/forms/copy.tsx'
import { ConfirmForm, ConfirmLink } from '../../views/parts/forms/dialogs.tsx'
import { Form } from '../../views/parts/forms/form.tsx'
import { Icon } from '../../views/parts/icon.tsx'
import { type Column, DataTable } from '../../views/parts/lists/table.tsx'
import { Banner, Card } from '../../views/parts/page/card.tsx'
import { PageHead } from '../../views/parts/page/page-head.tsx'
import { Avatar } from '../../views/parts/person.tsx'
import { NewVersion } from '../../views/releases/releases.tsx'
import { ADDRESSES, at, NASTY, NOW, shell } from './samples.ts'

type Client = { name: string; website: string; indexed: string; days: number[]; credits: number }

const CLIENTS: Client[] = ['Bakery', 'Alder & Sons', 'Hazel <studio>'].map((name, i) => ({
  name,
  website: ['bakery.example', 'alder.example', 'hazel.example'][i]!,
  indexed: ['92%', '67%', '88%'][i]!,
  days: Array.from({ length: 14 }, (_, d) => d * 2 + ((d * 7 + i * 3) % 9)),
  credits: [434, 12, 239][i]!,
}))

const COLUMNS: Column<Client>[] = [
  {
    label: 'Client',
    cell: (client) => (
      <span class="row">
        <Avatar name={client.name} />
        <b>{client.name}</b>
      </span>
    ),
  },
  { label: 'Website', class: 'wide-only', cell: (client) => <span class="muted">{client.website}</span> },
  { label: 'Indexed', class: 'num', cell: (client) => client.indexed },
  {
    label: '14 days',
    class: 'wide-only',
    cell: (client) => (
      <DayBars
        days={client.days.map((value) => ({ parts: [{ label: 'links', value, tone: 'in' as const }] }))}
        label="14 days"
      />
    ),
  },
  {
    label: 'Index credits',
    class: 'num',
    cell: (client) =>
      client.credits < 50 ? <Chip word={String(client.credits)} icon="triangle-alert" tone="warn" /> : client.credits,
  },
]

const ADD_CLIENT = {
  required: ['name', 'website'],
  properties: {
    name: { type: 'string', title: 'Client name', description: 'Shown on their reports', maxLength: 120 },
    website: { type: 'string', title: 'Main website', description: 'example.com' },
    credits: { type: 'integer', title: 'Starting credits', minimum: 0, maximum: 1284 },
    kind: { anyOf: [{ const: 'client' }, { const: 'team' }], title: 'Kind' },
    api_key: { type: 'string', title: 'Supplier key', writeOnly: true },
    digest: { type: 'boolean', title: 'Send the daily digest' },
    notes: { type: 'string', title: 'Notes', maxLength: 2000 },
  },
}

export const partsPage = () => (
  <AppPage shell={shell('Clients', { toasts: [{ text: `${NASTY} added with 50 index credits` }] })} title="Parts">
    <PageHead title="Clients" sub="Each client has its own credits, members, branding and reports." />
    <NewVersion version="0.2.0" />
    <Banner tone="ok">The key file is verified.</Banner>
    <Banner tone="warn" action={<a href={at('/plan')}>Pay now</a>}>
      The last payment failed. Paid features lock on 28 November.
    </Banner>
    <section class="card">
      <div class="body">
        <h2>Add a client</h2>
        <Form
          class="inline"
          action={at('/clients')}
          schema={ADD_CLIENT}
          fields={['name', 'website', 'credits']}
          verb="Add client"
          values={{ name: '', website: 'not a host', credits: 99999 }}
          issues={[
            { path: '/name', message: 'Enter the client’s name.' },
            { path: '/website', message: 'Enter a domain such as example.com.' },
            { path: '/credits', message: 'You have 1,284 to give.' },
          ]}
        />
      </div>
    </section>
    <Card>
      <DataTable caption="Clients" columns={COLUMNS} rows={CLIENTS} />
    </Card>
    <div class="grid">
      <div class="w6">
        <Card body title="A form from a schema">
          <Form
            id="edit"
            action={at('/clients')}
            schema={ADD_CLIENT}
            verb="Save"
            values={{ kind: 'team', digest: true }}
          />
        </Card>
      </div>
      <div class="w6">
        <Card body title="Secrets and evidence">
          <SecretOnce label="API key" secret="ipk_4c8f0example0000000000000000000" done_href={at('/keys')} />
          <CopyField id="endpoint" label="Endpoint" value="https://signal.northwind.example/mcp" />
          <Evidence source="scan_standard" taken_at={NOW} href={at('/links/1/answers/1')} />
          <RawAnswer body={JSON.stringify({ urls: ADDRESSES, html: NASTY })} />
          <div class="row">
            <ConfirmLink
              href={at('/clients/1/delete')}
              title="Delete Bakery?"
              body="The workspace is empty and will be removed."
              verb="Delete client"
              word="Bakery"
            >
              <Icon name="trash-2" />
              Delete client
            </ConfirmLink>
          </div>
        </Card>
      </div>
    </div>
    <ConfirmForm
      href={at('/clients/1/delete')}
      back={at('/clients')}
      title="Delete Bakery?"
      body="The workspace is empty and will be removed."
      verb="Delete client"
      word="Bakery"
    />
  </AppPage>
)
