/** A client's overview: a field that answers whether a page is in Google, and four figures beside it. */

import type { ShareByDay7 } from '../../../src/domains/jobs/index.ts'
import {
  type LinkDetail,
  type ListedLink,
  MISSING_DAYS,
  type MissingAtGoogle,
  type StillToday,
} from '../../../src/domains/links/index.ts'
import { LAST_LOOK_DAY } from '../../../src/domains/plans/index.ts'
import type { MonthReportFacts } from '../../../src/features/reports/index.ts'
import type { Reader } from '../../../src/kernel/language/reader.ts'
import { say } from '../../../src/kernel/language/say.ts'
import type { Child } from '../../jsx/elements.ts'
import { Answer } from '../../links/answer.tsx'
import { Button, LinkButton } from '../../parts/button.tsx'
import { type Fields, Post } from '../../parts/forms/post.tsx'
import { Icon } from '../../parts/icon.tsx'
import { dayInLine, number, percent, shortMonth } from '../../parts/text/format.ts'
import { periodWord } from '../../parts/text/period-word.ts'
import { causesInWords } from '../drop-words.ts'
import { GoogleSays } from '../google-words.tsx'
import { PushedLast } from './pushed-last.tsx'

export type PortalProps = {
  /** The URL asked about; empty at first. */
  asked: string
  found: LinkDetail | null
  figures: { found: number; waiting: number; sent_30d: number; by_day7: ShareByDay7 }
  /** Pages found long ago, and those that are in the index today; null for few. */
  still_there: StillToday | null
  missing_at_google: MissingAtGoogle
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
  to: Reader
}

export type PortalCheck = { action: string; fields: Fields; credits: number; available: number }

export const Portal = (props: PortalProps) => {
  const { asked, found, self, to } = props
  const isAsked = asked !== ''
  return (
    <>
      <form class="ask-f" method="get" action={self}>
        <label class="vh" for="u">
          {say(to, 'Address of the page')}
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
        <Button class="btn primary" label={say(to, 'Check page')} />
      </form>
      {isAsked ? null : (
        <p class="hint">{say(to, 'Paste the address of a page to see when it was sent and what each check found.')}</p>
      )}
      <div class="portal-g">
        {found ? (
          <Answer life={found} to={to} foot={<Foot {...props} found={found} />} />
        ) : isAsked ? (
          <NoAnswer {...props} />
        ) : props.recent.length > 0 ? (
          <section class="page-answer">
            <PushedLast {...props} />
            {props.ask && <AskAgency to={to} ask={props.ask} url="" />}
          </section>
        ) : null}
        <Beside {...props} />
      </div>
      {props.parts}
    </>
  )
}

const NoAnswer = ({ to, asked, ask, check }: PortalProps) => (
  <section class="page-answer" aria-live="polite" aria-label={say(to, 'Answer')}>
    <div class="verdict-h">
      <h2>{say(to, 'Not pushed yet')}</h2>
    </div>
    <p class="lede2">
      {say(to, '{asked} is not in any push. Check the address, or ask for it to be pushed.', { asked })}
    </p>
    <div class="row">
      {ask && <AskAgency to={to} ask={ask} url={asked} />}
      {check && <CheckNow to={to} {...check} />}
    </div>
  </section>
)

const CheckNow = ({ to, action, fields, credits, available }: PortalCheck & { to: Reader }) => (
  <>
    <Post
      action={action}
      fields={fields}
      class="btn"
      icon="scan-search"
      label={say(to, 'Check now, {credits, plural, one {# check credit} other {# check credits}}', { credits })}
    />
    <p class="hint">{say(to, '{available} available. A check without an answer is refunded.', { available })}</p>
  </>
)

type AskProps = { to: Reader; ask: NonNullable<PortalProps['ask']>; url: string }

const AskAgency = ({ to, ask, url }: AskProps) => (
  <LinkButton href={ask.href(url)} icon="message-circle" label={say(to, 'Ask {agency}', { agency: ask.agency })} />
)

const Foot = ({ to, found: { link }, linkHref, ask }: PortalProps & { found: LinkDetail }) => (
  <>
    <p class="muted">
      {link.credit === 'released' ? say(to, 'Its credit was refunded.') : say(to, 'Every answer is kept.')}
    </p>
    {ask && <AskAgency to={to} ask={ask} url={link.url} />}
    {linkHref && <LinkButton href={linkHref(link.uid)} label={say(to, 'All checks')} />}
  </>
)

export const question = (to: Reader, engine: string): string => say(to, 'Is my page in {engine}?', { engine })

const Beside = ({
  to,
  figures: { found, waiting, sent_30d, by_day7 },
  still_there,
  missing_at_google,
  report,
  report_href,
  recent,
  attention,
  engine,
  ...asked
}: PortalProps) => (
  <aside class="at" aria-label={say(to, 'Your pages')}>
    <dl class="four">
      <Figure label={say(to, 'In {engine}', { engine })} value={number(found, to)} />
      <Figure label={say(to, 'Waiting')} value={number(waiting, to)} />
      <Figure label={say(to, 'Sent in 30 days')} value={number(sent_30d, to)} />
      <Figure
        label={say(to, 'In {engine} by day {day}', { engine, day: LAST_LOOK_DAY })}
        value={percent(by_day7.rate, to)}
        of={sharedWith(to, by_day7)}
      />
    </dl>
    {report && report_href && (
      <a class="last" href={report_href}>
        <span class="last-i" aria-hidden="true">
          {shortMonth(report.month, to)}
        </span>
        <span>
          <b>{say(to, 'Report of {month}', { month: periodWord(report.month, to) })}</b>
          <small>{say(to, 'Every page with its checks')}</small>
        </span>
        <Icon name="arrow-right" />
      </a>
    )}
    {still_there && <StillThere to={to} engine={engine} of={still_there} />}
    <Missing to={to} missing={missing_at_google} />
    {attention && (
      <p>
        <a href={attention.href}>
          {say(to, '{count, plural, one {# thing needs} other {# things need}} attention', { count: attention.count })}
        </a>
      </p>
    )}
    {asked.asked && recent.length > 0 && <PushedLast to={to} recent={recent} self={asked.self} />}
  </aside>
)

const Missing = ({ to, missing }: { to: Reader; missing: MissingAtGoogle }) =>
  missing.length === 0 ? null : (
    <>
      <p>{say(to, 'Why Google leaves pages of the last {days} days out, by its own word:', { days: MISSING_DAYS })}</p>
      <GoogleSays to={to} missing={missing} />
    </>
  )

function StillThere({ to, engine, of }: { to: Reader; engine: string; of: StillToday }) {
  const causes = causesInWords(to, of.causes)
  return (
    <p>
      {say(
        to,
        'Of {links, plural, one {# page} other {# pages}} found over {days} days ago, {there, plural, one {# is} other {# are}} still in {engine}.',
        { there: of.there, links: of.links, days: of.days, engine },
      )}
      {causes && <small class="sub2">{say(to, 'Pages that dropped out: {causes}', { causes })}</small>}
    </p>
  )
}

/** The pages of the share by day 7. */
const sharedWith = (to: Reader, { links, until }: ShareByDay7): string | null =>
  until === null
    ? null
    : say(to, 'of {links, plural, one {# page} other {# pages}} sent by {until}', {
        links,
        until: dayInLine(until, to),
      })

const Figure = ({ label, value, of }: { label: string; value: string; of?: string | null }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {value}
      {of && <small class="sub2">{of}</small>}
    </dd>
  </div>
)
