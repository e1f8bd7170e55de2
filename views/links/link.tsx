/** One address: what a search engine shows of it, why it was charged, and its life across jobs. */
import type { EngineSlot } from '../../src/domains/jobs/index.ts'
import type { LinkDetail } from '../../src/domains/reports/index.ts'
import { Card, CardBody, type Fact, Facts, SimulatedBanner } from '../parts/card.tsx'
import { Chip, CreditChip, FlagChip, VerdictChip, Warnings } from '../parts/chips.tsx'
import { CopyField } from '../parts/copy.tsx'
import { many, number, splitUrl } from '../parts/format.ts'
import { ONCE } from '../parts/hx.ts'
import { Icon } from '../parts/icon.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { When } from '../parts/when.tsx'
import { SameAs } from '../same-as/same-as.tsx'
import { ENGINE_WORDS } from '../suppliers/words.ts'
import { lineBack, linesAside, whyOf } from './credit-story.ts'
import { Life } from './life.tsx'
import { linkHref } from './receipt.tsx'
import { verdictLine } from './verdict-line.ts'

/** An engine that can be asked now, and what a look of it costs. */
export type Asking = { engine: EngineSlot; credits: number }

export type LinkProps = {
  life: LinkDetail
  /** The same address in other jobs, the newest first. */
  others: readonly LinkDetail[]
  /** How many there are, when not all are told. */
  others_total: number
  can_write: boolean
  engines: readonly Asking[]
  idempotency_key: string
  /** Where the workspace's pages are. */
  base: string
  zone?: string
}

export function LinkPage(props: LinkProps) {
  const { life, base, zone = 'UTC' } = props
  const { link, job } = life
  const { host, path } = splitUrl(link.url)
  return (
    <>
      <PageHead
        title={path === '/' ? host : path}
        crumbs={[
          { label: 'Links', href: `${base}/links` },
          { label: host, href: `${base}/links?${new URLSearchParams({ host })}` },
        ]}
        sub={
          <>
            <VerdictChip link={link} />
            <span>{verdictLine(life, zone)}</span>
          </>
        }
        actions={<Acts {...props} />}
      />
      {job.simulated && <SimulatedBanner />}
      <div class="grid">
        <div class="w8 stack">
          <Card title="What happened" aside={<JobName life={life} base={base} />}>
            <CardBody>
              <Life life={life} base={base} zone={zone} />
            </CardBody>
          </Card>
        </div>
        <div class="w4 stack">
          <Receipt life={life} base={base} />
          <Found life={life} />
          <Card title="Address">
            <CardBody>
              <CopyField id="url" label="URL" value={link.url} />
            </CardBody>
          </Card>
        </div>
        <Others {...props} zone={zone} />
      </div>
    </>
  )
}

const JobName = ({ life: { job }, base }: { life: LinkDetail; base: string }) => (
  <span>
    {job.type === 'check' ? 'Check ' : 'Push '}
    <a href={`${base}/jobs/${job.id}`}>{job.name}</a>
    <span class="muted">{` · ${job.tenant_name}`}</span>
  </span>
)

/** Opening needs nothing; looking and sending say what they cost, or lead to where the bill is. */
function Acts({ life: { link }, can_write, engines, base, idempotency_key }: LinkProps) {
  const [first, ...more] = engines
  const check = `${linkHref(base, link.uid)}/check`
  return (
    <>
      <a class="btn" href={link.url} target="_blank" rel="noreferrer">
        <Icon name="globe" />
        Open page
      </a>
      {can_write && (
        <a class="btn" href={`${base}/push?${new URLSearchParams({ urls: link.url })}`}>
          <Icon name="send" />
          Push again
        </a>
      )}
      {can_write && first && (
        <form method="post" action={check} class="row" {...ONCE}>
          <input type="hidden" name="idempotency_key" value={idempotency_key} />
          <button type="submit" class="btn primary" name="engine" value={first.engine}>
            <Icon name="scan-search" />
            {`Check now, ${many(first.credits, 'check credit')}`}
          </button>
          {more.length > 0 && (
            <>
              <button type="button" class="btn" popovertarget="engines">
                Other engines
              </button>
              <div class="menu sheet" id="engines" popover="auto">
                {more.map(({ engine, credits }) => (
                  <button type="submit" class="btn wide" name="engine" value={engine}>
                    {`${ENGINE_WORDS[engine].title}, ${many(credits, 'check credit')}`}
                  </button>
                ))}
              </div>
            </>
          )}
          <SameAs of={check} short />
        </form>
      )}
    </>
  )
}

/** Why it was charged, with the lines of the ledger that say so. */
function Receipt({ life, base }: { life: LinkDetail; base: string }) {
  const { link, job } = life
  const [aside, back] = [linesAside(life), lineBack(life)]
  return (
    <Card title="The credit" aside={job.type === 'index' && <CreditChip link={link} />}>
      <CardBody>
        <p>{whyOf(life)}</p>
        {aside.map(({ id, amount }) => (
          <p>
            <LineLink
              base={base}
              id={id}
            >{`Set aside with ${aside.length > 1 ? 'one of these lines' : 'the push'}, a line of ${number(amount)}`}</LineLink>
          </p>
        ))}
        {back && (
          <p>
            <LineLink base={base} id={back.id}>{`Came back with a line of ${number(back.amount)}`}</LineLink>
          </p>
        )}
        <p class="hint">
          {aside.length > 0
            ? 'A line of the ledger stands for all links that moved at that moment. Using a credit that was set aside moves nothing further.'
            : job.type === 'check'
              ? 'Each look below names the line of the ledger that paid for it.'
              : 'No line of the ledger belongs to it.'}
        </p>
      </CardBody>
    </Card>
  )
}

const LineLink = ({ base, id, children }: { base: string; id: string; children: string }) => (
  <a href={`${base}/credits/${id}`}>{children}</a>
)

/** What the free look at the page saw before it was sent. */
function Found({ life: { link, job } }: { life: LinkDetail }) {
  const { preflight, flags, fix, warnings } = link
  if (job.type === 'check') return null
  return (
    <Card title="Pre-flight">
      <CardBody>
        {preflight === null ? (
          <p class="muted">The page was not looked at before it was sent.</p>
        ) : (
          <>
            <p class="row">{flags.length ? flags.map((flag) => <FlagChip flag={flag} />) : <Chip {...FREE} />}</p>
            <Facts facts={factsOf(link.url, preflight)} />
            {fix && <p class="hint lines">{fix}</p>}
            <Warnings warnings={warnings} />
          </>
        )}
      </CardBody>
    </Card>
  )
}

const FREE = { word: 'Nothing in the way', icon: 'check', tone: 'ok' } as const

function factsOf(url: string, preflight: NonNullable<LinkDetail['link']['preflight']>): Fact[] {
  const { status, final_url, chain, canonical, robots, noindex } = preflight
  return [
    { label: 'Answered', value: status === null ? 'Nothing' : String(status) },
    ...(chain.length > 1 ? [{ label: 'Redirects', value: many(chain.length - 1, 'hop') }] : []),
    ...(final_url !== url ? [{ label: 'Leads to', value: <span class="url">{final_url}</span> }] : []),
    {
      label: 'Canonical',
      value: canonical === null ? 'None named' : canonical === url ? 'Itself' : <span class="url">{canonical}</span>,
    },
    { label: 'robots.txt', value: ROBOTS[robots.verdict] },
    ...(robots.rule ? [{ label: 'By its line', value: `${robots.rule.line}: ${robots.rule.text}` }] : []),
    { label: 'noindex', value: noindex ? `${noindex.directive} (${noindex.source})` : 'No' },
  ]
}

const ROBOTS = { allowed: 'Allows Google', blocked: 'Keeps Google out', unknown: 'Gave no answer' } as const

/** The same address in other jobs: each folded, with a page of its own. */
function Others({ life, others, others_total, base, zone = 'UTC' }: LinkProps) {
  if (others.length === 0) return null
  const all = `${base}/links?${new URLSearchParams({ q: life.link.url })}`
  return (
    <Card
      class="w8"
      title="In other jobs"
      aside={<span class="muted">Newest first</span>}
      foot={others_total > others.length && <a href={all}>{`All ${number(others_total + 1)}`}</a>}
    >
      <CardBody>
        {others.map((other) => (
          <details>
            <summary>
              <span class="row">
                <VerdictChip link={other.link} />
                {other.job.type === 'index' && <CreditChip link={other.link} />}
                <b>{other.job.name}</b>
                <When time={other.job.created_at} zone={zone} />
              </span>
            </summary>
            <div class="stack">
              <Life life={other} base={base} zone={zone} />
              <p>
                <a href={linkHref(base, other.link.uid)}>Its own page, with the receipt</a>
              </p>
            </div>
          </details>
        ))}
      </CardBody>
    </Card>
  )
}
