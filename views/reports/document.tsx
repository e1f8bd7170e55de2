/** A report for its client: a cover with a headline, before and after, and every page by its result. */
import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import { Mark } from '../layout.tsx'
import { Button, LinkButton } from '../parts/button.tsx'
import { Separators } from '../parts/lists/separators.tsx'
import { longDay, many, number, percent, sharedOf } from '../parts/text/format.ts'
import { Growth } from './growth.tsx'
import { PartOfReport } from './part.tsx'
import type { ReportDocument } from './shapes.ts'

type HeadlineFacts = Pick<ReportDocument, 'engine' | 'pages' | 'ordered' | 'kind'>

/** Headline of the report: `49 new pages in Google`. */
export function headlineOf({ engine, pages, ordered, kind }: HeadlineFacts): string {
  if (kind === 'check') return `${number(pages.visible)} of ${many(pages.total, 'page')} in ${engine}`
  if (ordered === 0) return 'Nothing was pushed'
  if (pages.gained === 0) return pages.visible > 0 ? `All indexed pages were in ${engine} before` : 'No new page yet'
  return `${many(pages.gained, 'new page')} in ${engine}`
}

/** The headline in figures: pages sent, in the engine before, and in it now. */
export function ledeOf({ pages, ordered, kind, engine }: HeadlineFacts): string {
  if (kind === 'check') return `${many(ordered, 'page was', 'pages were')} checked.`
  if (ordered === 0) return 'No page was sent to search engines.'
  if (pages.total === 0) return `None of ${many(ordered, 'page')} could be sent.`
  const pushed = `${many(pages.total, 'page was', 'pages were')} pushed.`
  const now = pages.visible === 1 ? '1 is' : `${number(pages.visible)} are`
  const before = pages.before === 1 ? '1 was' : `${number(pages.before)} were`
  return pages.before > 0
    ? `${pushed} ${before} in ${engine} before, ${now} now.`
    : `${pushed} ${now} in ${engine} now.`
}

export const Cover = (report: ReportDocument) => (
  <header class="cover-band">
    <div class="doc-in">
      <div class="doc-top">
        <Mark brand={report.brand} />
        <span class="doc-acts">
          <Button type="button" class="btn quiet js-only" data-do="print" icon="printer" label="Print" />
          {report.csv && (
            <>
              <LinkButton class="btn quiet" href={report.csv} download="" icon="download" label="CSV" />
              <Separators id="separators" href={report.csv} />
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

export const Foot = ({ contact, engine, at, brand, watched_until, frozen }: ReportDocument) => (
  <>
    <p>
      <b>Questions?</b> <bdi>{contact || brand.name}</bdi>
    </p>
    <p>
      {`As ${engine} showed it on ${longDay(at)}. Every answer is kept.`}
      {watched_until && !frozen && ` Checks go on until ${longDay(watched_until)}.`}
    </p>
    {frozen?.live && (
      <p>
        <a href={frozen.live}>See the figures of today</a>
      </p>
    )}
  </>
)

/** Notice of a correction with its reason, the same on page, letter and PDF. */
export const correctedOn = (at: string, reason = ''): string =>
  `Corrected on ${longDay(at)}.${reason && ` ${reason.replace(/[^.!?]$/, '$&.')}`}`

export const ReportBody = (report: ReportDocument) => {
  const { comment, brand, growth, pages, only, simulated } = report
  return (
    <>
      {report.frozen?.corrected != null && <p class="facts-line">{correctedOn(report.at, report.frozen.corrected)}</p>}
      {simulated && <p class="simulated">Simulated: no search engine was asked, and the results are made up.</p>}
      {!only && pages.total > 0 && growth.points.length > 0 && (
        <section class="growth" aria-labelledby="growth">
          <h2 class="vh" id="growth">
            Pages in {report.engine} by day
          </h2>
          <Growth {...growth} total={pages.total} before={pages.before} engine={report.engine} />
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
const AnswerEngines = ({ answers }: Pick<ReportDocument, 'answers'>) =>
  answers && answers.closed.length > 0 ? (
    <section class="by" aria-labelledby="answers">
      <div class="by-head">
        <h2 id="answers">Answer engines</h2>
      </div>
      <p>{ANSWERS_NOTE}</p>
      <ul class="plain">
        {answerLines(answers).map((line) => (
          <li>{line}</li>
        ))}
      </ul>
    </section>
  ) : null

export const ANSWERS_NOTE =
  'robots.txt or rules of the site keep these engines from pages. Change that only if they should use the pages in answers.'

/** `ChatGPT search may not use 312 of 400 pages.` */
export const answerLines = ({ looked_at, closed }: NonNullable<ReportDocument['answers']>): string[] =>
  closed.map(({ name, links }) => `${name} may not use ${number(links)} of ${many(looked_at, 'page')}.`)

/** A report that was frozen before shares were counted has its pages alone. */
const ShareOfPages = ({ pages, by_day7, engine }: Pick<ReportDocument, 'pages' | 'by_day7' | 'engine'>) => {
  const [figure, words] = shareOfPages({ pages, by_day7, engine })
  return (
    <span>
      <b>{figure}</b> {words}
    </span>
  )
}

/** `84%`, `of 64 pages sent by 8 Dec in Google by day 7`. */
export function shareOfPages({ pages, by_day7, engine }: Pick<ReportDocument, 'pages' | 'by_day7' | 'engine'>) {
  if (!by_day7) return [number(pages.visible), `of ${number(pages.total)} pushed pages are in ${engine}`] as const
  const of = sharedOf(by_day7, 'page')
  return [percent(by_day7.rate), `${of === null ? '' : `${of} `}in ${engine} by day ${LAST_LOOK_DAY}`] as const
}

const FactsLine = ({ pages, by_day7, refunded, pushes, ordered, engine }: ReportDocument) => (
  <p class="facts-line">
    <ShareOfPages pages={pages} by_day7={by_day7} engine={engine} />
    {ordered > pages.total && (
      <span>
        <b>{number(ordered - pages.total)}</b> left out
      </span>
    )}
    <span>
      <b>{number(refunded)}</b> {refunded === 1 ? 'credit' : 'credits'} refunded
    </span>
    <span>
      <b>{number(pushes)}</b> {pushes === 1 ? 'push' : 'pushes'}
    </span>
  </p>
)

const Parts = (report: ReportDocument) => (
  <section class="by" aria-labelledby="pages">
    <div class="by-head">
      <h2 id="pages">Pages</h2>
      <p class="days-h not-phone" aria-hidden="true">
        <span>Day</span>
        <span>1</span>
        <span>3</span>
        <span>7</span>
      </p>
    </div>
    {report.only && (
      <a class="more-a" href={report.self}>
        Back to the whole report
      </a>
    )}
    {report.parts.map((shown) => (
      <PartOfReport shown={shown} report={report} />
    ))}
  </section>
)
