/** The panel of a crawl supplier: its fault, its sign-in, its rules, and one act that saves and tests. */

import { CRAWL_ADAPTERS, type RouteName } from '../../src/domains/providers/index.ts'
import type { Child } from '../jsx/elements.ts'
import { Fold } from '../kit/fold.tsx'
import { SidePanel, Sum } from '../kit/panel.tsx'
import { Chip } from '../parts/chips.tsx'
import { CopyField } from '../parts/forms/copy.tsx'
import { ConfirmLink } from '../parts/forms/dialogs.tsx'
import { Post } from '../parts/forms/post.tsx'
import { Banner, Facts } from '../parts/page/card.tsx'
import { many, number, percent } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import type { SuppliersProps } from './props.ts'
import { TopUp } from './top-up.tsx'
import { keyOf, nameOf } from './vendors.ts'
import { DISCONNECT_ACCOUNT, DISCONNECT_ROUTE, ROUTE_WORDS, routeWord } from './words.ts'

function SupplierAccount({ form, ...props }: SuppliersProps & { form: Child }) {
  if (props.account.connected) return <Connected {...props} />
  if (props.account.pending) return <Waiting {...props} />
  return (
    <>
      <p class="hint">For suppliers with an approval page (OAuth device grant) instead of an API key.</p>
      {form}
    </>
  )
}

const Connected = ({ account, self, zone = 'UTC' }: SuppliersProps) => (
  <>
    <Facts
      facts={[
        { label: 'Connected', value: <When time={account.connected_at} zone={zone} /> },
        { label: 'Last report', value: <When time={account.synced?.at ?? null} zone={zone} /> },
        { label: 'Answer', value: account.synced?.message ?? '–' },
        {
          label: 'Credits',
          value: account.synced?.credits == null ? '–' : number(account.synced.credits),
          class: 'total',
        },
      ]}
    />
    <div class="row">
      <Post action={`${self}/account/sync`} class="btn small" label="Fetch now" />
      <ConfirmLink href={`${self}/account/disconnect`} class="btn small" {...DISCONNECT_ACCOUNT}>
        Disconnect
      </ConfirmLink>
    </div>
  </>
)

const Waiting = ({ account: { pending }, self, zone = 'UTC' }: SuppliersProps) => (
  <>
    <p>
      Open the supplier’s approval page and enter this code before <When time={pending!.expires_at} zone={zone} exact />
      :
    </p>
    <CopyField id="user-code" label="Code" value={pending!.user_code} />
    <div class="row">
      <a class="btn small" href={pending!.verification_uri} target="_blank" rel="noreferrer">
        Open approval page
      </a>
      <Post action={`${self}/account/finish`} class="btn small" label="I approved it" />
      <Post action={`${self}/account`} class="btn small" label="New code" />
    </div>
  </>
)

type PanelProps = SuppliersProps & { name: RouteName }

export function RoutePanel(props: PanelProps) {
  const { name, crawl, self, refused } = props
  const route = crawl.routes[name]
  const at = `${self}/${name}`
  return (
    <SidePanel
      title={route ? nameOf(route.adapter) : ROUTE_WORDS[name].title}
      close={self}
      aside={<Chip {...routeWord(route)} />}
    >
      <Trouble {...props} />
      <p class="hint">{ROUTE_WORDS[name].what}</p>
      {!route && <Keys open />}
      {props.forms[name].form(
        at,
        { ...crawl, ...blankPrice(crawl), enabled: true, ...route, api_key: undefined },
        {
          verb: route?.breaker ? 'Test key and resume' : route ? 'Save and test' : 'Connect and test',
          hints: {
            api_key: route?.api_key ? `Now: ${route.api_key.hint}. Leave blank to keep it.` : 'Stored encrypted.',
            base_url: 'Leave blank for the supplier’s own address.',
          },
        },
        refused?.form === name ? refused : undefined,
      )}
      {route && <Keys />}
      {route && (
        <p class="panel-foot">
          <span>The test is free</span>
          <ConfirmLink href={`${at}/disconnect`} class="" {...DISCONNECT_ROUTE(nameOf(route.adapter))}>
            {`Remove ${nameOf(route.adapter)}`}
          </ConfirmLink>
        </p>
      )}
      {name === 'primary' && route && <More {...props} />}
    </SidePanel>
  )
}

const Keys = ({ open }: { open?: boolean }) => (
  <Fold summary="Where the key is found" open={open}>
    <ul class="points small">
      {CRAWL_ADAPTERS.map((adapter) => (
        <li>
          <b>{nameOf(adapter)}</b>: {keyOf(adapter)}
        </li>
      ))}
    </ul>
  </Fold>
)

/** A price of 0 of the fallback means that none was entered. */
const blankPrice = ({ fallback_cost_per_indexed_usd: price }: PanelProps['crawl']) =>
  price > 0 ? {} : { fallback_cost_per_indexed_usd: undefined }

/** Why the route is paused, or the supplier's last error. */
function Trouble({ name, crawl, providers, zone = 'UTC' }: PanelProps) {
  const route = crawl.routes[name]
  const line = providers.balances[`crawl_${name}`]
  if (!route) return null
  return (
    <>
      {route.breaker ? (
        <Banner
          tone={route.status === 'open' ? 'bad' : 'warn'}
          action={isEmpty(route) && <TopUp adapter={route.adapter} />}
        >
          <b>{sentence(route.breaker.reason)}</b> It is tried again from{' '}
          <When time={route.breaker.until} zone={zone} exact />.
        </Banner>
      ) : (
        line && !line.ok && <Banner tone="warn">{line.message}</Banner>
      )}
      {route.last_errors.length > 0 && (
        <Fold summary={many(route.last_errors.length, 'last failure')}>
          <ul class="points small">
            {route.last_errors.map(({ at, message }) => (
              <li>
                <When time={at} zone={zone} exact /> {message}
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </>
  )
}

/** A pause until the next day has the same cause, but its last failure is a limit. */
const isEmpty = ({ breaker, last_errors: [last] }: NonNullable<PanelProps['crawl']['routes'][RouteName]>): boolean =>
  breaker?.cause === 'quota' && last?.failure === 'quota'

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`

/** Settings that rarely change: the balance, the reports, and the account. */
const More = (props: PanelProps) => {
  const { crawl, sync, self, providers, forms, refused, zone = 'UTC' } = props
  const mine = (form: string) => (refused?.form === form ? refused : undefined)
  const { credits, used, used_pct, since } = providers.crawl_estimate
  return (
    <>
      <Sum
        lines={[
          { label: 'Sent this month', value: many(crawl.routes.primary!.sent_this_month, 'link') },
          {
            label: (
              <>
                Used since <When time={since} zone={zone} />
              </>
            ),
            value: `${number(used)}${used_pct === null ? '' : `, ${used_pct} %`}`,
          },
          {
            label: 'Indexed by day 3, 14 days',
            value: percent(crawl.day3.rate_pct === null ? null : crawl.day3.rate_pct / 100),
          },
          { label: 'Available, our count', value: credits === null ? '–' : number(credits), total: true },
        ]}
      />
      <Fold summary="Correct the balance" open={mine('balance') !== undefined}>
        {forms.balance.form(
          `${self}/balance`,
          {
            ...providers.entered,
            plan_tier: providers.plan_tier,
            monthly_allowance: providers.monthly_allowance,
            as_of: providers.entered?.as_of.slice(0, 16),
            next_bill_at: providers.entered?.next_bill_at?.slice(0, 16),
          },
          undefined,
          mine('balance'),
        )}
      </Fold>
      <Fold summary="Reports of sent batches" open={mine('sync') !== undefined}>
        {forms.sync.form(`${self}/sync`, sync, undefined, mine('sync'))}
      </Fold>
      <Fold
        summary="Sign in without a key"
        open={mine('account') !== undefined || props.account.connected || props.account.pending !== null}
      >
        <SupplierAccount
          {...props}
          form={forms.account.form(`${self}/account`, props.account.endpoints ?? {}, undefined, mine('account'))}
        />
      </Fold>
      <p class="panel-foot">
        <Post action={`${self}/ask`} class="btn small" label="Ask for balances now" />
      </p>
    </>
  )
}
