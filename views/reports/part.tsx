/** One part of a report: its count, a note, and rows that open to their checks. */

import { evidenceSaid } from '../../src/domains/checks/index.ts'
import { LOOK_DAYS } from '../../src/domains/plans/index.ts'
import type { PartListed, ReportedPage, ReportPart } from '../../src/features/reports/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored, type Text, text } from '../../src/kernel/language/say.ts'
import { CheckMark, type CheckState } from '../kit/cells.tsx'
import { LinkButton } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { exactly, fullDay, number, splitUrl } from '../parts/text/format.ts'
import { GoogleSays } from './google-words.tsx'
import { fixOf, PART_MARKS, stateOf, subOf, titleOf } from './part-words.ts'
import { askHref } from './portal/frame.tsx'
import type { ReportDocument } from './shapes.ts'

type PartProps = { shown: PartListed; report: ReportDocument }

export const PartOfReport = ({ shown, report }: PartProps) => {
  return (
    <>
      <div class="cause-h">
        <span class={['n', PART_MARKS[shown.part]]}>{number(shown.pages, report.to)}</span>
        <h3>{titleOf(shown.part, report)}</h3>
        <p>{subOf(shown.part, report)}</p>
        {shown.part === 'declined' && <GoogleSays to={report.to} missing={report.google} />}
      </div>
      <div class="pages">
        {shown.items.map((page) => (
          <PageRow page={page} part={shown.part} report={report} />
        ))}
        <More shown={shown} report={report} />
      </div>
    </>
  )
}

/** Link to more rows: from the first few to the whole part, then page by page. */
const More = ({ shown: { part, pages, items, page, page_size }, report: { to, only, self, frozen } }: PartProps) => {
  const seen = (page - 1) * page_size + items.length
  if (seen >= pages) return null
  if (frozen && seen >= (frozen.kept[part] ?? 0))
    return <p class="more-a">{say(to, 'The report keeps the first {seen} of {pages}.', { seen, pages })}</p>
  const next = only !== null || frozen !== undefined
  const href = next ? `${self}?part=${part}&page=${page + 1}` : `${self}?part=${part}`
  return (
    <a class="more-a" href={href}>
      {next
        ? say(to, 'Next {more} of {pages}', { more: Math.min(page_size, pages - seen), pages })
        : say(to, 'Show {more} more', { more: pages - seen })}
    </a>
  )
}

const PageRow = ({ page, part, report }: { page: ReportedPage; part: ReportPart; report: ReportDocument }) => {
  const { host, path } = splitUrl(page.url)
  const title = titleIn(page)
  return (
    <details class="page">
      <summary>
        <span class="caret">
          <Icon name="chevron-right" />
        </span>
        <span class="page-t">
          {title ? (
            <>
              <b class="clip" dir="auto">
                {title}
              </b>
              <small class="clip">{host + path}</small>
            </>
          ) : (
            <>
              <b class="clip">{path}</b>
              <small class="clip">{host}</small>
            </>
          )}
        </span>
        <span class="three">
          {LOOK_DAYS.map((day) => (
            <CheckMark {...markOf(page, part, day, report)} />
          ))}
        </span>
        <span class="page-s">{stateOf(page, part, report)}</span>
      </summary>
      <div class="proof">
        <Answer page={page} to={report.to} />
        <div class="proof-c">
          <h4>{say(report.to, 'Checks')}</h4>
          <ol class="three-l">
            {LOOK_DAYS.map((day) => (
              <CheckLine page={page} part={part} day={day} report={report} />
            ))}
          </ol>
          {page.credit && <p class="muted small">{say(report.to, CREDIT_WORDS[page.credit])}</p>}
          <Ask page={page} report={report} />
        </div>
      </div>
    </details>
  )
}

const checkOn = ({ checks }: ReportedPage, day: number) => checks.find((check) => check.day === day)

type MarkFacts = Pick<ReportDocument, 'to' | 'engine'>

function markOf(page: ReportedPage, part: ReportPart, day: number, { to, engine }: MarkFacts) {
  const { state, label } = checkIn(page, part, day, { to, engine })
  return { state, label: say(to, 'Day {day}: {label}', { day, label }) }
}

function checkIn(
  page: ReportedPage,
  part: ReportPart,
  day: number,
  { to, engine }: MarkFacts,
): { state: CheckState; label: string } {
  const check = checkOn(page, day)
  if (check?.indexed === 'yes') return { state: 'yes', label: say(to, 'in {engine}', { engine }) }
  if (check) return { state: 'no', label: isLast(day) ? say(to, 'not in {engine}', { engine }) : say(to, 'not yet') }
  if (part === 'blocked') return { state: 'stop', label: say(to, 'blocked') }
  if (part === 'visible' && page.before)
    return { state: 'yes', label: say(to, 'in {engine} before the push', { engine }) }
  if (page.checks.some((one) => one.day > day)) return { state: 'none', label: say(to, 'checked later') }
  if (page.checks.some(({ indexed }) => indexed === 'yes')) return { state: 'found', label: say(to, 'no check needed') }
  return part === 'open'
    ? { state: 'todo', label: say(to, 'to come') }
    : { state: 'none', label: say(to, 'not checked') }
}

/** No check follows the last one. */
const isLast = (day: number): boolean => day === LOOK_DAYS.at(-1)

/** The last answer that found the page, else the last one. */
const answerOf = ({ checks }: ReportedPage) => checks.findLast(({ indexed }) => indexed === 'yes') ?? checks.at(-1)

/** The title in an answer of search results. */
const TITLE = /^Found: “([\s\S]+)”, \S+$/

const titleIn = (page: ReportedPage): string | null => TITLE.exec(answerOf(page)?.evidence ?? '')?.[1] ?? null

/** The query and the engine's last answer. */
const Answer = ({ page, to }: { page: ReportedPage; to: Reader }) => {
  const last = answerOf(page)
  const title = titleIn(page)
  const { host, path } = splitUrl(page.url)
  return (
    <figure class="serp">
      <div class="serp-q">
        <Icon name="search" />
        <span class="clip">{`site:${host}${path}`}</span>
      </div>
      <div class="serp-r">
        {title ? (
          <>
            <p class="serp-u">{[host, ...path.split('/').filter(Boolean)].join(' › ')}</p>
            <p class="serp-t" dir="auto">
              {title}
            </p>
          </>
        ) : (
          <p class="serp-d">
            {last?.evidence ? sayStored(to, evidenceSaid(last.evidence)) : fixOf(to, page.cause ?? 'waiting')}
          </p>
        )}
      </div>
      <figcaption>{last ? answered(to, last) : say(to, 'Not checked yet.')}</figcaption>
    </figure>
  )
}

/** The engine, the time and the method of a check. */
function answered(to: Reader, { engine, checked_at, method }: ReportedPage['checks'][number]): string {
  const values = { engine, time: exactly(checked_at, to) }
  if (method === 'inspection') return say(to, '{engine}’s answer of {time}, by its inspection of the page.', values)
  if (method === 'search_result') return say(to, '{engine}’s answer of {time}, by a search for the address.', values)
  return method === 'simulated'
    ? say(to, '{engine}’s answer of {time}, simulated.', values)
    : say(to, '{engine}’s answer of {time}.', values)
}

const CREDIT_WORDS: Record<NonNullable<ReportedPage['credit']>, Text> = {
  consumed: text('1 credit used.'),
  released: text('1 credit refunded.'),
  reserved: text('1 credit reserved until the last check.'),
  excluded: text('No credit used.'),
}

const NOT_CHECKED = text('Not checked')
const UNCHECKED: Partial<Record<CheckState, Text>> = { todo: text('To come'), found: text('No check needed') }

type LineProps = { page: ReportedPage; part: ReportPart; day: number; report: ReportDocument }

const CheckLine = ({ page, part, day, report }: LineProps) => {
  const check = checkOn(page, day)
  const { to, engine } = report
  const mark = markOf(page, part, day, report)
  return (
    <li>
      <CheckMark {...mark} />
      <span>
        <b>{say(to, 'Day {day}', { day })}</b> {check && fullDay(check.checked_at, to)}
        <small>
          {check
            ? check.indexed === 'yes'
              ? say(to, 'In {engine}', { engine })
              : isLast(day)
                ? say(to, 'Not in {engine}', { engine })
                : say(to, 'Not in {engine} yet', { engine })
            : say(to, UNCHECKED[mark.state] ?? NOT_CHECKED)}
        </small>
      </span>
    </li>
  )
}

/** A question to the agency, for its client and readers. */
const Ask = ({ page, report: { to, asks } }: { page: ReportedPage; report: ReportDocument }) =>
  asks ? (
    <LinkButton
      class="btn primary"
      href={askHref(asks, page.url)}
      icon="message-circle"
      label={say(to, 'Ask about this page')}
    />
  ) : null
