/** One Google account: the properties that it can read, and what each is used for. */
import type { Child } from '../jsx/elements.ts'
import { Section } from '../kit/fold.tsx'
import { Form, type FormSchema } from '../parts/forms/form.tsx'
import { Post } from '../parts/forms/post.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { Checklist } from '../parts/page/steps.tsx'
import { many, number } from '../parts/text/format.ts'
import { type Account, type Coverage, isDomain, type Property } from './props.ts'

type ChooseProps = {
  account: Account
  properties: readonly Property[]
  coverage: Coverage
  action: string
  schema: FormSchema
  issues: readonly { path: string; message: string }[]
  sitemaps?: Child
  postings?: Child
  /** Where the account is connected again. */
  again: string
}

const SENTENCE =
  'Google’s answers {inspect}, and its impressions {impressions}. Keep {reserve_pct} % of the day’s 2,000 for the owner’s own tools.'
const WORDS = {
  inspect: { true: 'replace paid checks', false: 'are not asked' },
  impressions: { true: 'count as found', false: 'do not count' },
  sitemaps: { true: 'may be submitted', false: 'are left alone' },
  indexing: { true: 'may be published', false: 'are left alone' },
}

export const Choose = (props: ChooseProps) => {
  const { account, properties, coverage, action, schema, issues, sitemaps, postings, again } = props
  const { email, may_submit_sitemaps, may_publish_jobs, state, why } = account
  const [first] = properties
  const fresh = account.used === 0
  const rows = ranked(properties)
  const covered = fresh ? rows.reduce((sum, { usable, adds }) => sum + (usable ? adds : 0), 0) : coverage.covered
  const fields = ['inspect', 'impressions', 'reserve_pct', 'sitemaps', 'indexing']
  const sentence = [
    SENTENCE,
    may_submit_sitemaps && 'Sitemaps {sitemaps}.',
    may_publish_jobs && 'Job postings {indexing}.',
  ]
    .filter(Boolean)
    .join(' ')
  const drawn = { properties: Object.fromEntries(fields.map((name) => [name, schema.properties[name]!])) }
  return (
    <div class="split">
      <div>
        {state === 'lost' && <Banner tone="bad">{why}</Banner>}
        <Banner tone={covered > 0 ? 'ok' : 'info'}>
          <b>
            {number(covered)} of {many(coverage.links, 'link')} of the last 28 days
          </b>{' '}
          {fresh ? 'lie inside the properties that are ticked.' : 'are covered by the properties in use.'}
        </Banner>
        {properties.length === 0 ? (
          <Banner tone="warn">
            <b>{email} is connected, and empty.</b> It manages no property in Search Console. Connect the account that
            does, or let its owner add this one as a user there.
          </Banner>
        ) : (
          <Form
            action={action}
            schema={drawn}
            fields={[]}
            rules={[{ label: 'Use', text: sentence }]}
            words={WORDS}
            values={first}
            issues={issues}
            verb="Use the chosen properties"
          >
            <Section title={`Properties of ${email}`} note={number(properties.length)}>
              <DataTable caption="Properties" columns={columnsOf(fresh)} rows={rows} lines />
            </Section>
          </Form>
        )}
        {sitemaps}
        {postings}
      </div>
      <StepsOf account={account} again={again} />
    </div>
  )
}

const StepsOf = ({ account, again }: Pick<ChooseProps, 'account' | 'again'>) => {
  const { email, state, used, tenant_id, may_submit_sitemaps, may_publish_jobs } = account
  const kept = {
    tenant_id,
    ...(may_submit_sitemaps && { sitemaps: 'true' }),
    ...(may_publish_jobs && { indexing: 'true' }),
  }
  return (
    <aside class="panel" aria-label="Steps">
      <header>
        <h2>Connected in 3 steps</h2>
      </header>
      <div class="body">
        <Checklist
          tasks={[
            { label: 'Google client, set up once by the operator', done: true },
            { label: `Consent of ${email}`, done: state !== 'lost' },
            { label: 'Choose properties', done: used > 0 },
          ]}
        />
        <p class="hint">Disconnecting withdraws the consent at Google and deletes its keys here.</p>
        {state !== 'ok' && <Post action={again} fields={kept} class="btn small" label="Connect again" />}
        {state === 'ok' && !may_submit_sitemaps && (
          <Post action={again} fields={{ ...kept, sitemaps: 'true' }} class="btn small" label="Allow sitemaps too" />
        )}
        {state === 'ok' && !may_publish_jobs && (
          <Post
            action={again}
            fields={{ ...kept, indexing: 'true' }}
            class="btn small"
            label="Allow job postings too"
          />
        )}
      </div>
    </aside>
  )
}

type Ranked = Property & { adds: number }

/** A domain covers its hosts, so that addresses below it add nothing. */
function ranked(properties: readonly Property[]): Ranked[] {
  const domains = properties.filter((one) => one.usable && isDomain(one)).map(({ site_url }) => site_url.slice(10))
  const inside = (site_url: string) =>
    URL.canParse(site_url) && domains.some((domain) => `.${new URL(site_url).hostname}`.endsWith(`.${domain}`))
  return properties.map((one) => ({ ...one, adds: isDomain(one) || !inside(one.site_url) ? one.links : 0 }))
}

const columnsOf = (fresh: boolean): Column<Ranked>[] => [
  {
    label: 'Use',
    class: 'pick',
    head: <span class="vh">Use</span>,
    cell: ({ id, site_url, usable, tenant_ids, adds }) => (
      <input
        type="checkbox"
        name="use"
        value={id}
        aria-label={`Use ${site_url}`}
        checked={usable && (tenant_ids.length > 0 || (fresh && adds > 0))}
        disabled={!usable}
      />
    ),
  },
  { label: 'Property', cell: (one) => <Named name={one.site_url} sub={sayOf(one)} /> },
  { label: 'Links', class: 'num', cell: ({ usable, adds }) => (usable ? number(adds) : '–') },
]

function sayOf({
  site_url,
  usable,
  permission,
  links,
  adds,
}: Pick<Ranked, 'site_url' | 'usable' | 'permission' | 'links' | 'adds'>): string {
  if (!usable)
    return permission === 'siteUnverifiedUser' ? 'not verified at Google, cannot be used' : 'no longer connected'
  if (links > adds) return 'inside a domain above, adds nothing'
  if (links === 0) return 'no link of yours is on it'
  return site_url.startsWith('sc-domain:') ? `covers ${site_url.slice(10)} and all below it` : 'covers what is below it'
}
