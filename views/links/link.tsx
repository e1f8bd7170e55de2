/** One link: result, reason and history, and beside them its credit and its pre-flight. */

import type { LinkDetail } from '../../src/domains/links/index.ts'
import type { NameOf } from '../../src/doors/pages/people.ts'
import { inEnglish } from '../../src/kernel/language/reader.ts'
import type { Child } from '../jsx/elements.ts'
import { Fold, Section, Why } from '../kit/fold.tsx'
import { Chip, CreditChip, FlagChip, VerdictChip, Warnings } from '../parts/chips.tsx'
import { CopyField } from '../parts/forms/copy.tsx'
import { type Fact, Facts, SimulatedBanner } from '../parts/page/card.tsx'
import { many, number } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
import { When } from '../parts/text/when.tsx'
import { Answer } from './answer.tsx'
import { creditLine, lineBack, linesOut } from './credit.ts'
import { LedgerLink, Life } from './life.tsx'
import { linkHref } from './verdict.tsx'

export type LinkProps = {
  life: LinkDetail
  /** The same URL in other pushes and checks, newest first, and their number. */
  others: readonly LinkDetail[]
  others_total: number
  base: string
  names: NameOf
  zone?: string
  /** Parts of features, below the pre-flight. */
  parts?: Child
}

declare module '../../src/doors/pages/screens.ts' {
  interface Slots {
    /** Beside a link, below its pre-flight. */
    link_facts(life: LinkDetail): Child
  }
}

export function LinkPage(props: LinkProps) {
  const { life, base, names, zone = 'UTC' } = props
  const { job, link } = life
  return (
    <>
      {job.simulated && <SimulatedBanner />}
      <div class="split client">
        <div>
          <Answer life={life} to={inEnglish(zone)} />
          {life.why.length > 0 && (
            <Section title={link.state === 'not_indexed' ? 'Why not?' : 'Why not sent?'}>
              <Why facts={life.why} />
            </Section>
          )}
          <Section title="History">
            <Life life={life} base={base} zone={zone} names={names} />
          </Section>
          <Others {...props} zone={zone} />
        </div>
        <aside class="facts" aria-label="About this link">
          <Part title="Credit">
            {job.type === 'index' && <CreditChip link={link} />}
            <p>{creditLine(life)}</p>
            <Lines life={life} base={base} />
          </Part>
          <Part title={job.type === 'check' ? 'Check' : 'Push'}>
            <p>
              <a href={`${base}/jobs/${job.id}`}>
                <Name of={job.name} />
              </a>
            </p>
            <p class="muted">
              <Name of={job.tenant_name} />
            </p>
            <LastPushed life={life} zone={zone} />
          </Part>
          {job.type === 'index' && (
            <Part title="Pre-flight">
              <Preflight life={life} />
            </Part>
          )}
          {props.parts}
          <section aria-label="URL">
            <CopyField id="url" label="URL" value={link.url} />
          </section>
        </aside>
      </div>
    </>
  )
}

const Part = ({ title, children }: { title: string; children?: Child }) => (
  <section>
    <h3>{title}</h3>
    {children}
  </section>
)

/** Time of the last push of the same URL, if it was another link. */
const LastPushed = ({ life: { job, last_pushed_at }, zone }: { life: LinkDetail; zone: string }) =>
  last_pushed_at === null || (job.type === 'index' && last_pushed_at <= job.created_at) ? null : (
    <p>
      Last pushed <When time={last_pushed_at} zone={zone} />
    </p>
  )

/** Lines of the ledger with this link's credit. */
function Lines({ life, base }: Pick<LinkProps, 'life' | 'base'>) {
  const [out, back] = [linesOut(life), lineBack(life)]
  return (
    <>
      {out.map(({ id, amount }) => (
        <p>
          <LedgerLink base={base} id={id}>
            {`Reserved in a ledger entry of ${number(amount)}`}
          </LedgerLink>
        </p>
      ))}
      {back && (
        <p>
          <LedgerLink base={base} id={back.id}>{`Refunded in a ledger entry of ${number(back.amount)}`}</LedgerLink>
        </p>
      )}
      {out.length > 0 && <p class="hint">An entry counts all links that were reserved at that time.</p>}
    </>
  )
}

const CLEAN = { word: 'Nothing in the way', icon: 'check', tone: 'ok' } as const
const STOPPED = { word: 'Not checked: bot protection', icon: 'shield-check', tone: 'warn' } as const

/** Result of the free screening before the push. */
function Preflight({ life: { link } }: { life: LinkDetail }) {
  const { preflight, flags, fix, warnings } = link
  if (preflight === null) return <p class="muted">The page was not screened before it was sent.</p>
  return (
    <>
      <p class="row">
        {flags.length ? (
          flags.map((flag) => <FlagChip flag={flag} />)
        ) : (
          <Chip {...(preflight.challenged ? STOPPED : CLEAN)} />
        )}
      </p>
      <Facts facts={factsOf(link.url, preflight)} />
      {fix && <p class="hint lines">{fix}</p>}
      <Warnings warnings={warnings} />
    </>
  )
}

type ScreenedFacts = NonNullable<LinkDetail['link']['preflight']>

function factsOf(url: string, preflight: ScreenedFacts): Fact[] {
  const { status, final_url, chain, robots, noindex, challenged } = preflight
  return [
    { label: 'Answered', value: status === null ? 'Nothing' : String(status) },
    ...(chain.length > 1 ? [{ label: 'Redirects', value: many(chain.length - 1, 'hop') }] : []),
    ...(final_url !== url ? [{ label: 'Leads to', value: <span class="url">{final_url}</span> }] : []),
    { label: 'Canonical', value: canonicalWords(url, preflight) },
    { label: 'robots.txt', value: ROBOTS[robots.verdict] },
    ...(robots.rule ? [{ label: 'By its line', value: `${robots.rule.line}: ${robots.rule.text}` }] : []),
    { label: 'noindex', value: challenged ? 'Unknown' : noindex ? `${noindex.directive} (${noindex.source})` : 'No' },
  ]
}

function canonicalWords(url: string, { canonical, challenged }: ScreenedFacts): Child {
  if (challenged) return 'Unknown'
  if (canonical === null) return 'None named'
  return canonical === url ? 'Itself' : <span class="url">{canonical}</span>
}

const ROBOTS = { allowed: 'Allows Google', blocked: 'Blocks Google', unknown: 'No answer' } as const

/** The same URL in other pushes and checks, each folded. */
function Others({ life, others, others_total, base, names, zone = 'UTC' }: LinkProps) {
  if (others.length === 0) return null
  const all = `${base}/links?${new URLSearchParams({ q: life.link.url })}`
  const more = others_total > others.length
  return (
    <Section
      title="In other pushes and checks"
      aside={more && <a class="link" href={all}>{`All ${number(others_total + 1)}`}</a>}
    >
      {others.map((other) => (
        <Fold
          summary={
            <span class="row">
              <VerdictChip link={other.link} />
              <b>
                <Name of={other.job.name} />
              </b>
              <When time={other.job.created_at} zone={zone} />
            </span>
          }
        >
          <Life life={other} base={base} zone={zone} names={names} />
          <p>
            <a href={linkHref(base, other.link.uid)}>Open this link, with its credit</a>
          </p>
        </Fold>
      ))}
    </Section>
  )
}
