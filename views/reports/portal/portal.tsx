/** A client's overview: a field that answers whether a page is in Google, and four figures beside it. */

import type { ShareByDay7 } from '../../../src/domains/jobs/index.ts'
import type { LinkDetail, ListedLink } from '../../../src/domains/links/index.ts'
import { LAST_LOOK_DAY } from '../../../src/domains/plans/index.ts'
import type { MonthReportFacts } from '../../../src/features/reports/index.ts'
import type { Child } from '../../jsx/elements.ts'
import { CheckMark } from '../../kit/cells.tsx'
import { Answer, stateOf } from '../../links/answer.tsx'
import { Button, LinkButton } from '../../parts/button.tsx'
import { type Fields, Post } from '../../parts/forms/post.tsx'
import { Icon } from '../../parts/icon.tsx'
import { many, number, percent, sharedOf, splitUrl } from '../../parts/text/format.ts'
import { periodWord } from '../../parts/text/period-word.ts'

export type PortalProps = {
  /** The URL asked about; empty at first. */
  asked: string
  found: LinkDetail | null
  figures: { found: number; waiting: number; sent_30d: number; by_day7: ShareByDay7 }
  report: MonthReportFacts | null
  recent: readonly ListedLink[]
  /** Cases that need attention, with their page. */
  attention: { count: number; href: string } | null
  /** Name of the checking engine: `Google`. */
  engine: string
  /** Address that receives the question. */
  self: string
  /** Page of a link, for signed-in visitors. */
  linkHref: ((uid: number) => string) | null
  report_href: string | null
  /** Question to the agency. */
  ask: { agency: string; href: (url: string) => string } | null
  /** A check that the visitor can order, with its price. */
  check: PortalCheck | null
  /** Parts of features about the page that was found. */
  parts?: Child
  zone: string
}

export type PortalCheck = { action: string; fields: Fields; credits: number; available: number }

export const Portal = (props: PortalProps) => {
  const { asked, found, self, zone } = props
  return (
    <>
      <form class="ask-f" method="get" action={self}>
        <label class="vh" for="u">
          Address of the page
        </label>
        <Icon name="link-2" />
        <input
          id="u"
          name="u"
          type="text"
          inputmode="url"
          value={asked}
          placeholder="example.com/page"
          maxlength={2048}
        />
        <Button class="btn primary" label="Check page" />
      </form>
      <div class="portal-g">
        {found ? <Answer life={found} zone={zone} foot={<Foot {...props} found={found} />} /> : <NoAnswer {...props} />}
        <Beside {...props} />
      </div>
      {props.parts}
    </>
  )
}

const NoAnswer = ({ asked, ask, check }: PortalProps) => (
  <section class="page-answer" aria-live="polite" aria-label="Answer">
    {asked === '' ? (
      <p class="lede2">Paste the address of a page to see when it was sent and what each check found.</p>
    ) : (
      <>
        <div class="verdict-h">
          <h2>Not pushed yet</h2>
        </div>
        <p class="lede2">{asked} is not in any push. Check the address, or ask for it to be pushed.</p>
        <div class="row">
          {ask && <AskAgency ask={ask} url={asked} />}
          {check && <CheckNow {...check} />}
        </div>
      </>
    )}
  </section>
)

const CheckNow = ({ action, fields, credits, available }: PortalCheck) => (
  <>
    <Post
      action={action}
      fields={fields}
      class="btn"
      icon="scan-search"
      label={`Check now, ${many(credits, 'check credit')}`}
    />
    <p class="hint">{`${number(available)} available. A check without an answer is refunded.`}</p>
  </>
)

type AskProps = { ask: NonNullable<PortalProps['ask']>; url: string }

const AskAgency = ({ ask, url }: AskProps) => (
  <LinkButton href={ask.href(url)} icon="message-circle" label={`Ask ${ask.agency}`} />
)

const Foot = ({ found: { link }, linkHref, ask }: PortalProps & { found: LinkDetail }) => (
  <>
    <p class="muted">{link.credit === 'released' ? 'Its credit was refunded.' : 'Every answer is kept.'}</p>
    {ask && <AskAgency ask={ask} url={link.url} />}
    {linkHref && <LinkButton href={linkHref(link.uid)} label="All checks" />}
  </>
)

const Beside = ({ figures, report, report_href, recent, attention, engine, self }: PortalProps) => (
  <aside class="at" aria-label="Your pages">
    <dl class="four">
      <Figure label={`In ${engine}`} value={number(figures.found)} />
      <Figure label="Waiting" value={number(figures.waiting)} />
      <Figure label="Sent in 30 days" value={number(figures.sent_30d)} />
      <Figure
        label={`In ${engine} by day ${LAST_LOOK_DAY}`}
        value={percent(figures.by_day7.rate)}
        of={sharedOf(figures.by_day7, 'page')}
      />
    </dl>
    {report && report_href && (
      <a class="last" href={report_href}>
        <span class="last-i" aria-hidden="true">
          {periodWord(report.month).slice(0, 3)}
        </span>
        <span>
          <b>{`Report of ${periodWord(report.month)}`}</b>
          <small>Every page with its checks</small>
        </span>
        <Icon name="arrow-right" />
      </a>
    )}
    {attention && (
      <p>
        <a href={attention.href}>{many(attention.count, 'thing needs attention', 'things need attention')}</a>
      </p>
    )}
    {recent.length > 0 && <h2>Pushed last</h2>}
    <ul class="rows asked">
      {recent.map((link) => {
        const { word, mark } = stateOf(link)
        return (
          <li class="row">
            <CheckMark state={mark} label={word} />
            <a class="cover clip" href={`${self}?u=${encodeURIComponent(link.url)}`}>
              {splitUrl(link.url).path}
            </a>
            <span class="soft">{word}</span>
          </li>
        )
      })}
    </ul>
  </aside>
)

const Figure = ({ label, value, of }: { label: string; value: string; of?: string | null }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {value}
      {of && <small class="sub2">{of}</small>}
    </dd>
  </div>
)
