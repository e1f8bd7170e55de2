/** One part of a report: its count, a note, and rows that open to their checks. */

import { LOOK_DAYS } from '../../src/domains/plans/index.ts'
import type { PartListed, ReportedPage, ReportPart } from '../../src/features/reports/index.ts'
import { CheckMark, type CheckState } from '../kit/cells.tsx'
import { LinkButton } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { exactly, fullDay, number, splitUrl } from '../parts/text/format.ts'
import { CAUSE_WORDS, PART_WORDS, stateOf, subOf, titleOf } from './part-words.ts'
import { askHref } from './portal/frame.tsx'
import type { ReportDocument } from './shapes.ts'

type PartProps = { shown: PartListed; report: ReportDocument }

export const PartOfReport = ({ shown, report }: PartProps) => {
  return (
    <>
      <div class="cause-h">
        <span class={['n', PART_WORDS[shown.part].mark]}>{number(shown.pages)}</span>
        <h3>{titleOf(shown.part, report)}</h3>
        <p>{subOf(shown.part, report)}</p>
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
const More = ({ shown: { part, pages, items, page, page_size }, report: { only, self, frozen } }: PartProps) => {
  const seen = (page - 1) * page_size + items.length
  if (seen >= pages) return null
  if (frozen && seen >= (frozen.kept[part] ?? 0))
    return <p class="more-a">{`The report keeps the first ${number(seen)} of ${number(pages)}.`}</p>
  const next = only !== null || frozen !== undefined
  const to = next ? `${self}?part=${part}&page=${page + 1}` : `${self}?part=${part}`
  return (
    <a class="more-a" href={to}>
      {next
        ? `Next ${number(Math.min(page_size, pages - seen))} of ${number(pages)}`
        : `Show ${number(pages - seen)} more`}
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
            <CheckMark {...markOf(page, part, day, report.engine)} />
          ))}
        </span>
        <span class="page-s">{stateOf(page, part, report)}</span>
      </summary>
      <div class="proof">
        <Answer page={page} />
        <div class="proof-c">
          <h4>Checks</h4>
          <ol class="three-l">
            {LOOK_DAYS.map((day) => (
              <CheckLine page={page} part={part} day={day} engine={report.engine} />
            ))}
          </ol>
          {page.credit && <p class="muted small">{CREDIT_WORDS[page.credit]}</p>}
          <Ask page={page} report={report} />
        </div>
      </div>
    </details>
  )
}

const checkOn = ({ checks }: ReportedPage, day: number) => checks.find((check) => check.day === day)

function markOf(
  page: ReportedPage,
  part: ReportPart,
  day: number,
  engine: string,
): { state: CheckState; label: string } {
  const check = checkOn(page, day)
  if (check?.indexed === 'yes') return { state: 'yes', label: `Day ${day}: in ${engine}` }
  if (check) return { state: 'no', label: `Day ${day}: ${isLast(day) ? `not in ${engine}` : 'not yet'}` }
  if (part === 'blocked') return { state: 'stop', label: `Day ${day}: blocked` }
  if (part === 'visible' && page.before) return { state: 'yes', label: `Day ${day}: in ${engine} before the push` }
  const later = page.checks.find((one) => one.day > day)
  if (later) return { state: 'none', label: `Day ${day}: checked later` }
  if (page.checks.some(({ indexed }) => indexed === 'yes'))
    return { state: 'found', label: `Day ${day}: no check needed` }
  return part === 'open'
    ? { state: 'todo', label: `Day ${day}: to come` }
    : { state: 'none', label: `Day ${day}: not checked` }
}

/** No check follows the last one. */
const isLast = (day: number): boolean => day === LOOK_DAYS.at(-1)

/** The last answer that found the page, else the last one. */
const answerOf = ({ checks }: ReportedPage) => checks.findLast(({ indexed }) => indexed === 'yes') ?? checks.at(-1)

/** The title in an answer of search results. */
const TITLE = /^Found: “([\s\S]+)”, \S+$/

const titleIn = (page: ReportedPage): string | null => TITLE.exec(answerOf(page)?.evidence ?? '')?.[1] ?? null

/** The query and the engine's last answer. */
const Answer = ({ page }: { page: ReportedPage }) => {
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
          <p class="serp-d">{last?.evidence ?? CAUSE_WORDS[page.cause ?? 'waiting'].does}</p>
        )}
      </div>
      <figcaption>
        {last ? `${last.engine}’s answer of ${exactly(last.checked_at)}${howOf(last.method)}.` : 'Not checked yet.'}
      </figcaption>
    </figure>
  )
}

/** Method of the check. */
function howOf(method: ReportedPage['checks'][number]['method']): string {
  if (method === 'inspection') return ', by its inspection of the page'
  return method === 'search_result' ? ', by a search for the address' : method === 'simulated' ? ', simulated' : ''
}

const CREDIT_WORDS: Record<NonNullable<ReportedPage['credit']>, string> = {
  consumed: '1 credit used.',
  released: '1 credit refunded.',
  reserved: '1 credit reserved until the last check.',
  excluded: 'No credit used.',
}

const UNCHECKED: Partial<Record<CheckState, string>> = { todo: 'To come', found: 'No check needed' }

type LineProps = { page: ReportedPage; part: ReportPart; day: number; engine: string }

const CheckLine = ({ page, part, day, engine }: LineProps) => {
  const check = checkOn(page, day)
  return (
    <li>
      <CheckMark {...markOf(page, part, day, engine)} />
      <span>
        <b>{`Day ${day}`}</b> {check && fullDay(check.checked_at)}
        <small>
          {check
            ? check.indexed === 'yes'
              ? `In ${engine}`
              : `Not in ${engine}${isLast(day) ? '' : ' yet'}`
            : (UNCHECKED[markOf(page, part, day, engine).state] ?? 'Not checked')}
        </small>
      </span>
    </li>
  )
}

/** A question to the agency, for its client and readers. */
const Ask = ({ page, report: { asks } }: { page: ReportedPage; report: ReportDocument }) =>
  asks ? (
    <LinkButton class="btn primary" href={askHref(asks, page.url)} icon="message-circle" label="Ask about this page" />
  ) : null
