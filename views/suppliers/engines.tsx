/** Who is asked whether a link is shown: the four check engines, their caps and spend, and Search Console. */
import { LOOKS_COUNTED, SearchConsoleInput } from '../../src/domains/checks/index.ts'
import { ENGINES, type EngineSlot } from '../../src/domains/jobs/index.ts'
import { Banner, Card, CardBody, type Fact, Facts } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { Form } from '../parts/form.tsx'
import { number } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { DataTable } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { type EngineData, EngineForm, type EnginesData, type Wants } from './forms.tsx'
import type { SentForm } from './props.ts'
import { ADAPTER_WORDS, BREAKER, ENGINE_WORDS } from './words.ts'

export type EnginesProps = {
  data: EnginesData
  self: string
  wants: Wants
  sent?: SentForm | undefined
  zone?: string
}

export const Engines = (props: EnginesProps) => (
  <>
    <PageHead
      title="Check engines"
      sub="Who is asked whether a search engine shows a link, and what that may cost a day."
    />
    {!props.data.engines.scan_standard?.enabled && (
      <Banner tone="warn">
        <b>Google is not connected.</b> Pushes are sent, but nobody looks after them: credits come back by the guarantee
        only once there is an engine.
      </Banner>
    )}
    <div class="grid">
      {ENGINES.map((slot) => (
        <EngineCard slot={slot} engine={props.data.engines[slot]} {...props} />
      ))}
    </div>
    <SearchConsole {...props} />
  </>
)

type SlotProps = EnginesProps & { slot: EngineSlot; engine: EngineData | null }

function EngineCard({ slot, engine, self, sent, wants, zone = 'UTC' }: SlotProps) {
  const at = `${self}/${slot}`
  const state = engine ? (engine.enabled ? BREAKER.closed : BREAKER.off) : BREAKER.none
  return (
    <Card class="w6" title={ENGINE_WORDS[slot].title} aside={<Chip {...state} />}>
      <CardBody>
        <p class="hint">{ENGINE_WORDS[slot].what}</p>
        {engine?.queue.why && (
          <Banner tone="warn">
            {engine.queue.why} It goes on <When time={engine.queue.resumes_at} zone={zone} />.
          </Banner>
        )}
        {engine && <Facts facts={factsOf(engine)} />}
        {engine && (
          <div class="row">
            <Post action={`${at}/test`}>Test for free</Post>
            <a class="btn" href={`${at}/disconnect`}>
              Disconnect
            </a>
          </div>
        )}
        <EngineForm
          slot={slot}
          action={at}
          engine={engine}
          wants={wants}
          sent={sent}
          verb={engine ? 'Save' : 'Connect'}
        />
      </CardBody>
    </Card>
  )
}

const factsOf = (engine: EngineData): Fact[] => [
  { label: 'Engine', value: ADAPTER_WORDS[engine.adapter] ?? engine.adapter },
  {
    label: 'Looks today',
    value: number(engine.used_today) + (engine.daily_cap === null ? '' : ` of ${number(engine.daily_cap)}`),
  },
  {
    label: 'Spent today',
    value: `$${engine.spent_today_usd.toFixed(2)}${engine.daily_cap_usd === null ? '' : ` of $${engine.daily_cap_usd.toFixed(2)}`}`,
  },
  { label: 'Looks that wait', value: looks(engine.open_looks), class: 'total' },
]

const looks = (open: number): string => (open < LOOKS_COUNTED ? number(open) : `${number(open)} or more`)

const CONSOLE = SearchConsoleInput.anyOf[0]

function SearchConsole({ data: { search_console: console }, self, sent, zone = 'UTC' }: EnginesProps) {
  const mine = sent?.form === 'search_console' ? sent : undefined
  const at = `${self}/search_console`
  return (
    <Card
      title="Google Search Console"
      aside={<Chip {...(console?.service_account ? BREAKER.closed : BREAKER.none)} />}
    >
      {console && console.properties.length > 0 && (
        <DataTable
          caption="Properties"
          rows={console.properties}
          columns={[
            { label: 'Property', cell: ({ property }) => <b>{property}</b> },
            { label: 'Inspected today', class: 'num', cell: ({ used_today }) => number(used_today) },
            { label: 'Wait', class: 'num', cell: ({ open_looks }) => looks(open_looks) },
            { label: 'Goes on', class: 'wide-only', cell: ({ queue }) => <When time={queue.resumes_at} zone={zone} /> },
          ]}
        />
      )}
      <CardBody>
        {console?.service_account && (
          <>
            <p>
              Signed in as <b>{console.service_account.hint}</b>. Add that address as a user of each property.
            </p>
            <div class="row">
              <Post action={`${at}/test`}>Test for free</Post>
              <a class="btn" href={`${at}/disconnect`}>
                Disconnect
              </a>
            </div>
          </>
        )}
        <Form
          id="search_console"
          action={at}
          schema={{
            properties: {
              service_account: { type: 'string', title: 'Key file of the service account (JSON)', maxLength: 25_000 },
              properties: CONSOLE.properties.properties,
              reserve_pct: CONSOLE.properties.reserve_pct,
              base_url: CONSOLE.properties.base_url,
            },
          }}
          values={{
            ...console,
            service_account: '',
            properties: console?.properties.map((one) => one.property),
            ...mine?.values,
          }}
          issues={mine?.issues}
          hints={{
            service_account: console?.service_account
              ? 'Blank keeps the one that is there.'
              : 'As Google gave it. The private key is sealed and never shown again.',
            properties: 'One a line: sc-domain:site.example, or an address that ends in /.',
            base_url: 'Blank: where Google says.',
          }}
          verb={console ? 'Save' : 'Connect'}
        />
      </CardBody>
    </Card>
  )
}
