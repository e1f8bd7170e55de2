/** A report for its client: a cover with a headline, before and after, and every page by its result. */
import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { type Said, said, say, text } from '../../src/kernel/language/say.ts'
import { Mark } from '../layout.tsx'
import { Button, LinkButton } from '../parts/button.tsx'
import { Separators } from '../parts/lists/separators.tsx'
import { dayInLine, longDay, percent } from '../parts/text/format.ts'
import { SaidText } from '../parts/text/say.tsx'
import { causesInWords } from './drop-words.ts'
import { Growth } from './growth.tsx'
import { PartOfReport } from './part.tsx'
import type { ReportDocument } from './shapes.ts'

type HeadlineFacts = Pick<ReportDocument, 'to' | 'engine' | 'pages' | 'ordered' | 'kind'>

/** Headline of the report: `49 new pages in Google`. */
export function headlineOf({ to, engine, pages: { visible, total, gained }, ordered, kind }: HeadlineFacts): string {
  if (kind === 'check')
    return say(to, '{visible} of {total, plural, one {# page} other {# pages}} in {engine}', { visible, total, engine })
  if (ordered === 0) return say(to, 'Nothing was pushed')
  if (gained > 0)
    return say(to, '{gained, plural, one {# new page} other {# new pages}} in {engine}', { gained, engine })
  return visible > 0 ? say(to, 'All indexed pages were in {engine} before', { engine }) : say(to, 'No new page yet')
}

/** The headline in figures: pages sent, in the engine before, and in it now. */
export function ledeOf({ to, pages: { total, before, visible }, ordered, kind, engine }: HeadlineFacts): string {
  if (kind === 'check') return say(to, '{ordered, plural, one {# page was} other {# pages were}} checked.', { ordered })
  if (ordered === 0) return say(to, 'No page was sent to search engines.')
  if (total === 0) return say(to, 'None of {ordered, plural, one {# page} other {# pages}} could be sent.', { ordered })
  const values = { total, visible, engine }
  return before > 0
    ? say(
        to,
        '{total, plural, one {# page was} other {# pages were}} pushed. {before, plural, one {# was} other {# were}} in {engine} before, {visible, plural, one {# is} other {# are}} now.',
        { ...values, before },
      )
    : say(
        to,
        '{total, plural, one {# page was} other {# pages were}} pushed. {visible, plural, one {# is} other {# are}} in {engine} now.',
        values,
      )
}

export const Cover = (report: ReportDocument) => (
  <header class="cover-band">
    <div class="doc-in">
      <div class="doc-top">
        <Mark brand={report.brand} />
        <span class="doc-acts">
          <Button
            type="button"
            class="btn quiet js-only"
            data-do="print"
            icon="printer"
            label={say(report.to, 'Print')}
          />
          {report.csv && (
            <>
              <LinkButton class="btn quiet" href={report.csv} download="" icon="download" label="CSV" />
              <Separators id="separators" href={report.csv} to={report.to} />
            </>
          )}
        </span>
      </div>
      <p class="kicker">{report.kicker}</p>
      <h1>{headlineOf(report)}</h1>
      <p class="lede">{ledeOf(report)}</p>
    </div>
  </header>
)

export const Foot = ({ to, contact, engine, at, brand, watched_until, frozen }: ReportDocument) => (
  <>
    <p>
      <b>{say(to, 'Questions?')}</b> <bdi>{contact || brand.name}</bdi>
    </p>
    <p>
      {say(to, 'As {engine} showed it on {day}. Every answer is kept.', { engine, day: longDay(at, to) })}
      {watched_until && !frozen && ` ${checkedUntil(to, watched_until)}`}
    </p>
    {frozen?.live && (
      <p>
        <a href={frozen.live}>{say(to, 'See the figures of today')}</a>
      </p>
    )}
  </>
)

export const checkedUntil = (to: Reader, until: string): string =>
  say(to, 'Checks go on until {day}.', { day: longDay(until, to) })

/** Notice of a correction with its reason, the same on page, letter and PDF. */
export const correctedOn = (to: Reader, at: string, reason = ''): string =>
  `${say(to, 'Corrected on {day}.', { day: longDay(at, to) })}${reason && ` ${reason.replace(/[^.!?]$/, '$&.')}`}`

export const SIMULATED = text('Simulated: no search engine was asked, and the results are made up.')

export const ReportBody = (report: ReportDocument) => {
  const { to, comment, brand, growth, pages, only, simulated, engine } = report
  return (
    <>
      {report.frozen?.corrected != null && (
        <p class="facts-line">{correctedOn(to, report.at, report.frozen.corrected)}</p>
      )}
      {simulated && <p class="simulated">{say(to, SIMULATED)}</p>}
      {!only && pages.total > 0 && growth.points.length > 0 && (
        <section class="growth" aria-labelledby="growth">
          <h2 class="vh" id="growth">
            {say(to, 'Pages in {engine} by day', { engine })}
          </h2>
          <Growth {...growth} to={to} total={pages.total} before={pages.before} engine={engine} />
          <FactsLine {...report} />
        </section>
      )}
      {!only && comment !== '' && (
        <blockquote class="quote">
          <div>
            <p class="lines">{comment}</p>
            <footer>{brand.name}</footer>
          </div>
        </blockquote>
      )}
      {report.parts.length > 0 && <Parts {...report} />}
      {!only && <AnswerEngines {...report} />}
    </>
  )
}

/** Nothing while all pages are open to all engines. */
const AnswerEngines = ({ to, answers }: Pick<ReportDocument, 'to' | 'answers'>) =>
  answers && answers.closed.length > 0 ? (
    <section class="by" aria-labelledby="answers">
      <div class="by-head">
        <h2 id="answers">{say(to, 'Answer engines')}</h2>
      </div>
      <p>{say(to, ANSWERS_NOTE)}</p>
      <ul class="plain">
        {answerLines(to, answers).map((line) => (
          <li>{line}</li>
        ))}
      </ul>
    </section>
  ) : null

export const ANSWERS_NOTE = text(
  'robots.txt or rules of the site keep these engines from pages. Change that only if they should use the pages in answers.',
)

/** `ChatGPT search may not use 312 of 400 pages.` */
export const answerLines = (to: Reader, { looked_at: all, closed }: NonNullable<ReportDocument['answers']>): string[] =>
  closed.map(({ name, links }) =>
    say(to, '{name} may not use {links} of {all, plural, one {# page} other {# pages}}.', { name, links, all }),
  )

type ShareFacts = Pick<ReportDocument, 'to' | 'pages' | 'by_day7' | 'engine'>

/** `84% of 64 pages sent by 8 Dec in Google by day 7`; a report that was frozen before that was counted has its pages alone. */
function shareOfPages({ to, pages: { visible, total }, by_day7, engine }: ShareFacts): Said {
  if (!by_day7) return said('<b>{visible}</b> of {total} pushed pages are in {engine}', { visible, total, engine })
  const { rate, links, until } = by_day7
  const values = { rate: percent(rate, to), engine, day: LAST_LOOK_DAY }
  return until === null
    ? said('<b>{rate}</b> in {engine} by day {day}', values)
    : said('<b>{rate}</b> of {links, plural, one {# page} other {# pages}} sent by {until} in {engine} by day {day}', {
        ...values,
        links,
        until: dayInLine(until, to),
      })
}

function stillThere({ to, engine, still_there: of }: Pick<ReportDocument, 'to' | 'engine' | 'still_there'>): Said[] {
  if (!of) return []
  const causes = causesInWords(to, of.causes)
  return [
    said(
      '<b>{rate}</b> of {links, plural, one {# page} other {# pages}} seen by {until} still in {engine} after {days} days',
      { rate: percent(of.share, to), links: of.links, until: dayInLine(of.until, to), engine, days: of.days },
    ),
    ...(causes ? [said('Pages that dropped out: {causes}', { causes })] : []),
  ]
}

/** The figures below the chart, on the page and in the file. */
export function factsOf(report: ReportDocument): Said[] {
  const { pages, refunded, pushes, ordered } = report
  const left_out = ordered - pages.total
  return [
    shareOfPages(report),
    ...(left_out > 0 ? [said('<b>{left_out}</b> left out', { left_out })] : []),
    said('{refunded, plural, one {<b>#</b> credit} other {<b>#</b> credits}} refunded', { refunded }),
    said('{pushes, plural, one {<b>#</b> push} other {<b>#</b> pushes}}', { pushes }),
    ...stillThere(report),
  ]
}

const FactsLine = (report: ReportDocument) => (
  <p class="facts-line">
    {factsOf(report).map((fact) => (
      <span>
        <SaidText to={report.to} of={fact} />
      </span>
    ))}
  </p>
)

const Parts = (report: ReportDocument) => (
  <section class="by" aria-labelledby="pages">
    <div class="by-head">
      <h2 id="pages">{say(report.to, 'Pages')}</h2>
      <p class="days-h not-phone" aria-hidden="true">
        <span>{say(report.to, 'Day')}</span>
        <span>1</span>
        <span>3</span>
        <span>7</span>
      </p>
    </div>
    {report.only && (
      <a class="more-a" href={report.self}>
        {say(report.to, 'Back to the whole report')}
      </a>
    )}
    {report.parts.map((shown) => (
      <PartOfReport shown={shown} report={report} />
    ))}
  </section>
)
