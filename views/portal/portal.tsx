/** A client's own overview: one field that answers whether a page is in Google, and four figures beside it. */

import { LOOK_DAYS } from '../../src/domains/plans/index.ts'
import type { LinkDetail, ListedLink, MonthReportFacts } from '../../src/domains/reports/index.ts'
import { CheckMark, type CheckState } from '../kit/cells.tsx'
import { dayAndMonth, many, number, percent, splitUrl } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { monthWord } from '../reports/month.tsx'
import { checkOn, stateOf, verdictOf } from './verdict.ts'

export type PortalProps = {
  /** What was asked; empty before anything was. */
  asked: string
  found: LinkDetail | null
  figures: { found: number; waiting: number; sent_30d: number; rate: number | null }
  report: MonthReportFacts | null
  recent: readonly ListedLink[]
  /** Cases, which have a page of their own. */
  attention: { count: number; href: string } | null
  base: string
  zone: string
}

export const Portal = (props: PortalProps) => {
  const { asked, found, base } = props
  return (
    <>
      <form class="ask-f" method="get" action={base}>
        <label class="sr" for="u">
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
        <button class="btn primary" type="submit">
          Check page
        </button>
      </form>
      <div class="portal-g">
        <section class="answer" aria-live="polite" aria-label="Answer">
          {found ? <Answer {...props} found={found} /> : <NoAnswer asked={asked} />}
        </section>
        <Beside {...props} />
      </div>
    </>
  )
}

const NoAnswer = ({ asked }: { asked: string }) =>
  asked === '' ? (
    <p class="lede2">Paste the address of a page to see when it was sent and what each check found.</p>
  ) : (
    <>
      <div class="verdict-h">
        <h2>Not pushed yet</h2>
      </div>
      <p class="lede2">{asked} is not in any push. Check the address, or ask for it to be pushed.</p>
    </>
  )

const Answer = ({ found, base, zone }: PortalProps & { found: LinkDetail }) => {
  const { link } = found
  const { word, mark, line } = verdictOf(found, zone)
  return (
    <>
      <div class="verdict-h">
        <CheckMark state={mark} label={word} />
        <div>
          <h2>{word}</h2>
          <p class="muted break">{link.url}</p>
        </div>
      </div>
      <p class="lede2">{line}</p>
      <ol class="steps4">
        <li class={[link.sent_at && 'done']}>
          <CheckMark state={link.sent_at ? 'yes' : 'todo'} label={link.sent_at ? 'done' : 'to come'} />
          <b>Sent</b>
          <span>{link.sent_at ? dayAndMonth(link.sent_at, zone) : 'Not sent'}</span>
        </li>
        {LOOK_DAYS.map((day) => (
          <Step found={found} day={day} zone={zone} />
        ))}
      </ol>
      <div class="answer-f">
        <p class="muted">{link.credit === 'released' ? 'Its credit was refunded.' : 'Every answer is kept.'}</p>
        <a class="btn" href={`${base}/links/${link.uid}`}>
          All checks
        </a>
      </div>
    </>
  )
}

const Step = ({ found, day, zone }: { found: LinkDetail; day: number; zone: string }) => {
  const check = checkOn(found, day)
  const state: CheckState = check ? (check.indexed === 'yes' ? 'yes' : 'no') : 'todo'
  const word = check ? (state === 'yes' ? 'In Google' : 'Not yet') : 'To come'
  const at = check?.checked_at
  return (
    <li class={[check && 'done']}>
      <CheckMark state={state} label={word} />
      <b>{`Day ${day}`}</b>
      <span>{at ? `${word}, ${dayAndMonth(at, zone)}` : word}</span>
    </li>
  )
}

const Beside = ({ figures, report, recent, attention, base }: PortalProps) => (
  <aside class="at" aria-label="Your pages">
    <dl class="four">
      <Figure label="In Google" value={number(figures.found)} />
      <Figure label="Waiting" value={number(figures.waiting)} />
      <Figure label="Sent in 30 days" value={number(figures.sent_30d)} />
      <Figure label="In by day 7" value={percent(figures.rate)} />
    </dl>
    {report && (
      <a class="last" href={`${base}/reports/${report.month}`}>
        <span class="last-i" aria-hidden="true">
          {monthWord(report.month).slice(0, 3)}
        </span>
        <span>
          <b>{`Report of ${monthWord(report.month)}`}</b>
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
            <a class="cover clip" href={`${base}?u=${encodeURIComponent(link.url)}`}>
              {splitUrl(link.url).path}
            </a>
            <span class="soft">{word}</span>
          </li>
        )
      })}
    </ul>
  </aside>
)

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)
