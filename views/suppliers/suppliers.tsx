/** Where pushes go: both crawl routes, when to switch between them, and the account at the supplier. */
import { type RouteName, Thresholds } from '../../src/domains/providers/index.ts'
import { updateJobSync } from '../../src/operations/crawl/update-job-sync.ts'
import { Banner, Card, CardBody, type Fact, Facts } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { Form } from '../parts/form.tsx'
import { many, number, percent } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { When } from '../parts/when.tsx'
import { SupplierAccount } from './account.tsx'
import { RouteForm } from './forms.tsx'
import type { RouteData, SuppliersProps } from './props.ts'
import { ADAPTER_WORDS, ROUTE_WORDS, routeWord } from './words.ts'

export const Suppliers = (props: SuppliersProps) => {
  const { crawl, self, sent } = props
  return (
    <>
      <PageHead title="Suppliers" sub="Who brings the search engines to the links of a push." />
      {!crawl.routes.primary?.enabled && !crawl.routes.fallback?.enabled && (
        <Banner tone="warn">
          <b>No supplier is connected: nothing can be pushed.</b> Enter a key below, or choose the simulated one to look
          around.
        </Banner>
      )}
      <div class="grid">
        <RouteCard name="primary" route={crawl.routes.primary} {...props} />
        <RouteCard name="fallback" route={crawl.routes.fallback} {...props} />
      </div>
      <div class="grid">
        <Card class="w6" title="When to switch">
          <CardBody>
            <Form
              id="thresholds"
              action={`${self}/thresholds`}
              schema={Thresholds}
              values={{ ...crawl, ...(sent?.form === 'thresholds' ? sent.values : {}) }}
              issues={sent?.form === 'thresholds' ? sent.issues : []}
              verb="Save"
            />
          </CardBody>
        </Card>
        <div class="w6 stack">
          <Standing {...props} />
          <Card title="Reports of sent batches">
            <CardBody>
              <Form
                id="sync"
                action={`${self}/sync`}
                schema={updateJobSync.input}
                values={{ ...props.sync, ...(sent?.form === 'sync' ? sent.values : {}) }}
                issues={sent?.form === 'sync' ? sent.issues : []}
                verb="Save"
              />
            </CardBody>
          </Card>
          <SupplierAccount {...props} />
        </div>
      </div>
    </>
  )
}

type RouteProps = SuppliersProps & { name: RouteName; route: RouteData }

function RouteCard({ name, route, self, sent, zone = 'UTC' }: RouteProps) {
  const at = `${self}/routes/${name}`
  return (
    <Card class="w6" title={ROUTE_WORDS[name].title} aside={<Chip {...routeWord(route)} />}>
      <CardBody>
        <p class="hint">{ROUTE_WORDS[name].what}</p>
        {route?.breaker && (
          <Banner tone={route.status === 'open' ? 'bad' : 'warn'}>
            <b>{route.breaker.reason}</b> It is tried again from <When time={route.breaker.until} zone={zone} exact />{' '}
            on.
          </Banner>
        )}
        {route && <Facts facts={factsOf(route)} />}
        {route && (
          <div class="row">
            <Post action={`${at}/test`}>Test for free</Post>
            {route.breaker && <Post action={`${self}/reset`}>Close the breaker</Post>}
            <a class="btn" href={`${at}/disconnect`}>
              Disconnect
            </a>
          </div>
        )}
        <RouteForm name={name} action={at} route={route} sent={sent} verb={route ? 'Save' : 'Connect'} />
        {route && route.last_errors.length > 0 && (
          <details>
            <summary>{many(route.last_errors.length, 'last failure', 'last failures')}</summary>
            <ul class="paper">
              {route.last_errors.map(({ at: time, message }) => (
                <li>
                  <When time={time} zone={zone} exact /> {message}
                </li>
              ))}
            </ul>
          </details>
        )}
      </CardBody>
    </Card>
  )
}

const factsOf = (route: NonNullable<RouteData>): Fact[] => [
  { label: 'Supplier', value: ADAPTER_WORDS[route.adapter] ?? route.adapter },
  { label: 'API key', value: route.api_key ? route.api_key.hint : 'none' },
  { label: 'Links sent this month', value: number(route.sent_this_month), class: 'total' },
]

const Standing = ({ crawl: { estimate, day3 } }: SuppliersProps) => (
  <Card title="How the primary does">
    <CardBody>
      <Facts
        facts={[
          { label: 'Allowance used, by our count', value: estimate.used_pct === null ? '–' : `${estimate.used_pct} %` },
          {
            label: 'Credits left there, by our count',
            value: estimate.credits === null ? '–' : number(estimate.credits),
          },
          {
            label: 'Indexed by day 3, last 14 days',
            value: percent(day3.rate_pct === null ? null : day3.rate_pct / 100),
          },
          { label: 'Links looked at for that', value: number(day3.looked), class: 'total' },
        ]}
      />
    </CardBody>
  </Card>
)
