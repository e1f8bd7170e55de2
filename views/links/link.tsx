/** One link: result, reason and history, and beside them its credit and its pre-flight. */

import type { LinkDetail } from '../../src/domains/links/index.ts'
import type { NameOf } from '../../src/doors/pages/people.ts'
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored, text } from '../../src/kernel/language/say.ts'
import type { Child } from '../jsx/elements.ts'
import { Fold, Section, Why } from '../kit/fold.tsx'
import { Chip, CreditChip, FlagChip, VerdictChip, Warnings } from '../parts/chips.tsx'
import { CopyField } from '../parts/forms/copy.tsx'
import { type Fact, Facts, SimulatedBanner } from '../parts/page/card.tsx'
import { Name } from '../parts/text/name.tsx'
import { Say } from '../parts/text/say.tsx'
import { When } from '../parts/text/when.tsx'
import { Answer } from './answer.tsx'
import { creditLine, lineBack, linesOut } from './credit.ts'
import { Life } from './life.tsx'
import { LedgerLink } from './life-checks.tsx'
import { linkHref } from './verdict.tsx'

export type LinkProps = {
  life: LinkDetail
  /** The same URL in other pushes and checks, newest first, and their number. */
  others: readonly LinkDetail[]
  others_total: number
  base: string
  names: NameOf
  zone?: Reader
  /** Parts of features, below the pre-flight. */
  parts?: Child
}

declare module '../../src/doors/pages/screens.ts' {
  interface Slots {
    /** Beside a link, below its pre-flight. */
    link_facts(life: LinkDetail, to: Reader): Child
  }
}

export function LinkPage(props: LinkProps) {
  const { life, base, names, zone: to = ENGLISH } = props
  const { job, link } = life
  return (
    <>
      {job.simulated && <SimulatedBanner to={to} />}
      <div class="split client">
        <div>
          <Answer life={life} to={to} />
          {life.why.length > 0 && (
            <Section title={link.state === 'not_indexed' ? say(to, 'Why not?') : say(to, 'Why not sent?')}>
              <Why facts={life.why.map((fact) => saidFor(to, fact))} />
            </Section>
          )}
          <Section title={say(to, 'History')}>
            <Life life={life} base={base} zone={to} names={names} />
          </Section>
          <Others {...props} zone={to} />
        </div>
        <aside class="facts" aria-label={say(to, 'About this link')}>
          <Part title={say(to, 'Credit')}>
            {job.type === 'index' && <CreditChip to={to} link={link} />}
            <p>{creditLine(life, to)}</p>
            <Lines to={to} life={life} base={base} />
          </Part>
          <Part title={job.type === 'check' ? say(to, 'Check') : say(to, 'Push')}>
            <p>
              <a href={`${base}/jobs/${job.id}`}>
                <Name of={job.name} />
              </a>
            </p>
            <p class="muted">
              <Name of={job.tenant_name} />
            </p>
            <LastPushed life={life} to={to} />
          </Part>
          {job.type === 'index' && (
            <Part title={say(to, 'Pre-flight')}>
              <Preflight to={to} life={life} />
            </Part>
          )}
          {props.parts}
          <section aria-label={say(to, 'URL')}>
            <CopyField to={to} id="url" label={say(to, 'URL')} value={link.url} />
          </section>
        </aside>
      </div>
    </>
  )
}

/** The reason of a link in the reader's language. */
const saidFor = (to: Reader, { mark, text, more }: LinkDetail['why'][number]) => ({
  ...{ mark, text: sayStored(to, text) },
  ...(more && { more: fixFor(to, more) }),
})

/** Fixes of several faults have a line each. */
const fixFor = (to: Reader, fix: string): string =>
  fix
    .split('\n')
    .map((line) => sayStored(to, line))
    .join('\n')

const Part = ({ title, children }: { title: string; children?: Child }) => (
  <section>
    <h3>{title}</h3>
    {children}
  </section>
)

/** Time of the last push of the same URL, if it was another link. */
const LastPushed = ({ life: { job, last_pushed_at }, to }: { life: LinkDetail; to: Reader }) =>
  last_pushed_at === null || (job.type === 'index' && last_pushed_at <= job.created_at) ? null : (
    <p>
      <Say to={to} text="Last pushed <time></time>" tags={{ time: () => <When time={last_pushed_at} zone={to} /> }} />
    </p>
  )

/** Lines of the ledger with this link's credit. */
function Lines({ to, life, base }: { to: Reader } & Pick<LinkProps, 'life' | 'base'>) {
  const [out, back] = [linesOut(life), lineBack(life)]
  return (
    <>
      {out.map(({ id, amount }) => (
        <p>
          <LedgerLink base={base} id={id}>
            {say(to, 'Reserved in a ledger entry of {n}', { n: amount })}
          </LedgerLink>
        </p>
      ))}
      {back && (
        <p>
          <LedgerLink base={base} id={back.id}>
            {say(to, 'Refunded in a ledger entry of {n}', { n: back.amount })}
          </LedgerLink>
        </p>
      )}
      {out.length > 0 && <p class="hint">{say(to, 'An entry counts all links that were reserved at that time.')}</p>}
    </>
  )
}

const CLEAN = { word: text('Nothing in the way'), icon: 'check', tone: 'ok' } as const
const STOPPED = { word: text('Not checked: bot protection'), icon: 'shield-check', tone: 'warn' } as const

/** Result of the free screening before the push. */
function Preflight({ to, life: { link } }: { to: Reader; life: LinkDetail }) {
  const { preflight, flags, fix, warnings } = link
  if (preflight === null) return <p class="muted">{say(to, 'The page was not screened before it was sent.')}</p>
  return (
    <>
      <p class="row">
        {flags.length ? (
          flags.map((flag) => <FlagChip to={to} flag={flag} />)
        ) : (
          <Chip to={to} {...(preflight.challenged ? STOPPED : CLEAN)} />
        )}
      </p>
      <Facts facts={factsOf(to, link.url, preflight)} />
      {fix && <p class="hint lines">{fixFor(to, fix)}</p>}
      <Warnings to={to} warnings={warnings} />
    </>
  )
}

type ScreenedFacts = NonNullable<LinkDetail['link']['preflight']>

function factsOf(to: Reader, url: string, preflight: ScreenedFacts): Fact[] {
  const { status, final_url, chain, robots, noindex, challenged } = preflight
  return [
    { label: say(to, 'Answered'), value: status === null ? say(to, 'Nothing') : String(status) },
    ...(chain.length > 1
      ? [
          {
            label: say(to, 'Redirects'),
            value: say(to, '{n, plural, one {# hop} other {# hops}}', { n: chain.length - 1 }),
          },
        ]
      : []),
    ...(final_url !== url ? [{ label: say(to, 'Leads to'), value: <span class="url">{final_url}</span> }] : []),
    { label: say(to, 'Canonical'), value: canonicalWords(to, url, preflight) },
    { label: 'robots.txt', value: say(to, ROBOTS[robots.verdict]) },
    ...(robots.rule ? [{ label: say(to, 'By its line'), value: `${robots.rule.line}: ${robots.rule.text}` }] : []),
    { label: 'noindex', value: challenged ? say(to, 'Unknown') : noindex ? noindexWords(to, noindex) : say(to, 'No') },
  ]
}

function canonicalWords(to: Reader, url: string, { canonical, challenged }: ScreenedFacts): Child {
  if (challenged) return say(to, 'Unknown')
  if (canonical === null) return say(to, 'None named')
  return canonical === url ? say(to, 'Itself') : <span class="url">{canonical}</span>
}

const noindexWords = (to: Reader, { directive, source }: NonNullable<ScreenedFacts['noindex']>): string =>
  say(to, '{directive} ({source, select, header {header} other {meta}})', { directive, source })

const ROBOTS = { allowed: text('Allows Google'), blocked: text('Blocks Google'), unknown: text('No answer') } as const

/** The same URL in other pushes and checks, each folded. */
function Others({ life, others, others_total, base, names, zone = ENGLISH }: LinkProps) {
  if (others.length === 0) return null
  const all = `${base}/links?${new URLSearchParams({ q: life.link.url })}`
  const more = others_total > others.length
  return (
    <Section
      title={say(zone, 'In other pushes and checks')}
      aside={
        more && (
          <a class="link" href={all}>
            {say(zone, 'All {n}', { n: others_total + 1 })}
          </a>
        )
      }
    >
      {others.map((other) => (
        <Fold
          summary={
            <span class="row">
              <VerdictChip to={zone} link={other.link} />
              <b>
                <Name of={other.job.name} />
              </b>
              <When time={other.job.created_at} zone={zone} />
            </span>
          }
        >
          <Life life={other} base={base} zone={zone} names={names} />
          <p>
            <a href={linkHref(base, other.link.uid)}>{say(zone, 'Open this link, with its credit')}</a>
          </p>
        </Fold>
      ))}
    </Section>
  )
}
