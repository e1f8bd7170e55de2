/** Search engines of a workspace: how much Google answers by itself, by which properties of whom, and who is missing. */
import type { Child } from '../jsx/elements.ts'
import { Fuel } from '../kit/bars.tsx'
import { EmptyState, Section } from '../kit/fold.tsx'
import { Headline, Strip } from '../kit/strip.tsx'
import { LinkButton } from '../parts/button.tsx'
import { Post } from '../parts/forms/post.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { hourIn, many, number } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { NotConnected } from './not-connected.tsx'
import type { Account, Coverage, Property } from './props.ts'
import { DayAtGoogle, type Quota, QuotaKeys } from './quota.tsx'

export type EnginesProps = {
  coverage: Coverage
  accounts: readonly Account[]
  properties: readonly Property[]
  quotas: readonly Quota[]
  self: string
  zone: string
  operator: boolean
  /** The operator's account at Bing. */
  bing?: Child
}

const USED = ({ tenant_ids, usable }: Property): boolean => usable && tenant_ids.length > 0

export const Engines = (props: EnginesProps) => {
  const { accounts, properties, self } = props
  const used = properties.filter(USED)
  return (
    <>
      <Closed {...props} />
      {accounts.map((account) => (
        <Health {...account} self={self} zone={props.zone} />
      ))}
      <Covered {...props} used={used} />
      {accounts.length === 0 ? (
        <Parts {...props} used={used} />
      ) : (
        <div class="split">
          <div>
            <Parts {...props} used={used} />
          </div>
          <aside aria-label="Google accounts">
            <Section title="Google accounts">
              <DataTable caption="Google accounts" columns={accountColumns(props)} rows={accounts} lines />
              <Invitations {...props} />
            </Section>
          </aside>
        </div>
      )}
      {accounts.length === 0 && <Invitations {...props} />}
    </>
  )
}

const Parts = (props: EnginesProps & { used: readonly Property[] }) => (
  <>
    <Section title="Google Search Console" note={`${many(props.used.length, 'property', 'properties')} in use`}>
      {props.used.length === 0 ? (
        <EmptyState icon="search">
          {props.accounts.length === 0
            ? 'Connect Google, or send a client an invitation: Google then answers checks of their pages, free of cost.'
            : 'No property is in use. Open an account and choose some.'}
        </EmptyState>
      ) : (
        <>
          <DataTable caption="Properties" columns={columns(props)} rows={props.used} lines />
          <QuotaKeys />
        </>
      )}
    </Section>
    <NotConnected {...props} />
    {props.bing}
  </>
)

const Closed = ({ coverage: { closed }, operator }: EnginesProps) => (
  <>
    {closed && (
      <Banner
        tone="warn"
        action={operator && <LinkButton class="btn small" href="/app/platform/google" label="Set up the client" />}
      >
        {closed}
      </Banner>
    )}
  </>
)

const Health = ({ id, email, state, why, ends_at, self, zone }: Account & { self: string; zone: string }) => {
  if (state === 'ok') return null
  if (state === 'testing')
    return (
      <Banner tone="warn">
        <b>
          The consent of {email} ends on <When time={ends_at!} zone={zone} exact />.
        </b>{' '}
        The consent screen of this install is in Testing: publish it in the Google Cloud console, then connect again.
      </Banner>
    )
  return (
    <Banner tone="bad" action={<LinkButton class="btn small" href={`${self}/${id}`} label="Open" of={email} />}>
      <b>{email} is no longer connected.</b> {why} Its checks go to the paid engine meanwhile.
    </Banner>
  )
}

const Covered = ({
  coverage: { links, covered, clients, connected },
  quotas,
  used,
  zone,
}: EnginesProps & { used: readonly Property[] }) => (
  <div class="by-google">
    <Headline
      label="Answered by Google itself"
      figure={links === 0 ? '–' : String(Math.floor((covered / links) * 100))}
      unit={links === 0 ? undefined : '%'}
      of={links === 0 ? 'No links in the last 28 days.' : `${number(covered)} of ${many(links, 'link')} are covered`}
    />
    <Strip
      facts={[
        ...(clients > 0
          ? [{ label: 'Clients', value: `${number(connected)} of ${number(clients)}`, note: 'with a covered link' }]
          : []),
        { label: 'Properties', value: number(used.length), note: 'in use' },
        {
          label: 'Checks today',
          value: `${number(sum(quotas.map((one) => one.used)))} of ${number(sum(quotas.map((one) => one.ours)))}`,
          note: quotas[0] && `New day at ${String(hourIn(quotas[0].resets_at, zone)).padStart(2, '0')}:00`,
        },
      ]}
    />
  </div>
)

const sum = (numbers: readonly number[]): number => numbers.reduce((all, n) => all + n, 0)

const columns = ({ self, coverage: { links }, quotas }: EnginesProps): Column<Property>[] => [
  {
    label: 'Property',
    cell: (one) => <Named href={`${self}/${one.account_id}`} name={one.site_url} sub={usesOf(one)} />,
  },
  {
    label: 'Links covered',
    class: 'num',
    cell: ({ site_url, links: own }) => (
      <>
        {number(own)}
        <Fuel share={links === 0 ? 0 : own / links} label={`${many(own, 'link')} inside ${site_url}`} />
      </>
    ),
  },
  {
    label: 'Checks today',
    class: 'num',
    cell: ({ site_url }) => {
      const quota = quotas.find(({ property }) => property === site_url)
      return quota ? <DayAtGoogle quota={quota} /> : '–'
    },
  },
]

const usesOf = ({ inspect, impressions, sitemaps, indexing }: Property): string =>
  [inspect && 'checks', impressions && 'impressions', sitemaps && 'sitemaps', indexing && 'job postings']
    .filter(Boolean)
    .join(', ') || 'used for nothing'

const accountColumns = ({ self, zone }: EnginesProps): Column<Account>[] => [
  {
    label: 'Account',
    cell: (one) => (
      <Named
        href={`${self}/${one.id}`}
        name={one.email}
        sub={
          <>
            {one.workspace}, {stateOf(one, zone)}
          </>
        }
      />
    ),
  },
]

const stateOf = ({ state, ends_at, properties, used }: Account, zone: string): Child => {
  if (state === 'lost') return 'lost'
  if (state === 'testing')
    return (
      <>
        until <When time={ends_at!} zone={zone} />
      </>
    )
  return properties === 0 ? 'empty' : `${number(used)} of ${number(properties)} in use`
}

const Invitations = ({ coverage: { invitations: open }, self }: EnginesProps) =>
  open === 0 ? null : (
    <div class="row">
      <span class="muted">{`${many(open, 'invitation')} to connect Google ${open === 1 ? 'is' : 'are'} open.`}</span>
      <Post action={`${self}/withdraw`} class="btn small" label={open === 1 ? 'Withdraw it' : 'Withdraw them'} />
    </div>
  )
