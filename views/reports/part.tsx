/** One part of a report's pages: its count, what to know about it, and rows that open to their checks. */

import { LOOK_DAYS } from '../../src/domains/plans/index.ts'
import type { PartListed, ReportedPage, ReportPart } from '../../src/domains/reports/index.ts'
import { CheckMark, type CheckState } from '../kit/cells.tsx'
import { dayAndMonth, exactly, fullDay, many, number, splitUrl } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { CAUSE_WORDS, PART_WORDS } from './causes.ts'
import type { ReportDocument } from './shapes.ts'

type PartProps = { shown: PartListed; report: ReportDocument }

export const PartOfReport = ({ shown, report }: PartProps) => {
  const { title, mark } = PART_WORDS[shown.part]
  return (
    <>
      <div class="cause-h">
        <span class={['n', mark]}>{number(shown.pages)}</span>
        <h3>
          {report.kind === 'check' && shown.part === 'declined' ? `Not in ${report.engine}` : title(report.engine)}
        </h3>
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

function subOf(part: ReportPart, { pages, faults, kind }: ReportDocument): string {
  if (part === 'visible') return kind === 'check' ? '' : `${many(pages.gained, 'is', 'are')} new since the push.`
  if (kind === 'check' && part === 'declined') return ''
  const [first, ...others] = faults
  if (part !== 'blocked' || !first) return PART_WORDS[part].sub
  const more = others.length > 0 ? ` Also: ${others.map((cause) => CAUSE_WORDS[cause].word).join(', ')}.` : ''
  return `${CAUSE_WORDS[first].word}. ${CAUSE_WORDS[first].does}${more}`
}

/** The way to the rest: from a few rows to the whole part, and from there page by page. */
const More = ({ shown: { part, pages, items, page, page_size }, report: { only, self } }: PartProps) => {
  const seen = (page - 1) * page_size + items.length
  if (seen >= pages) return null
  const to = only ? `${self}?part=${part}&page=${page + 1}` : `${self}?part=${part}`
  return (
    <a class="more-a" href={to}>
      {only
        ? `Next ${number(Math.min(page_size, pages - seen))} of ${number(pages)}`
        : `Show ${number(pages - seen)} more`}
    </a>
  )
}

const PageRow = ({ page, part, report }: { page: ReportedPage; part: ReportPart; report: ReportDocument }) => {
  const { host, path } = splitUrl(page.url)
  return (
    <details class="page">
      <summary>
        <span class="caret">
          <Icon name="chevron-right" />
        </span>
        <span class="page-t">
          <b class="clip">{path}</b>
          <small class="clip">{host}</small>
        </span>
        <span class="three">
          {LOOK_DAYS.map((day) => (
            <CheckMark {...markOf(page, part, day, report.engine)} />
          ))}
        </span>
        <span class="page-s">{stateOf(page, part)}</span>
      </summary>
      <div class="proof">
        <Answer page={page} engine={report.engine} />
        <div class="proof-c">
          <h4>Checks</h4>
          <ol class="three-l">
            {LOOK_DAYS.map((day) => (
              <CheckLine page={page} part={part} day={day} engine={report.engine} />
            ))}
          </ol>
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
  if (check) return { state: 'no', label: `Day ${day}: not yet` }
  if (part === 'blocked') return { state: 'stop', label: `Day ${day}: blocked` }
  if (part === 'visible' && page.before) return { state: 'yes', label: `Day ${day}: in ${engine} before the push` }
  return { state: 'todo', label: `Day ${day}: ${part === 'open' ? 'to come' : 'not checked'}` }
}

function stateOf({ found_at, before, cause }: ReportedPage, part: ReportPart): string {
  if (part !== 'visible') return CAUSE_WORDS[cause ?? 'waiting'].word
  if (before || !found_at) return 'There before'
  return `Found ${dayAndMonth(found_at)}`
}

/** What was asked, and what the engine said last. */
const Answer = ({ page, engine }: { page: ReportedPage; engine: string }) => {
  const last = page.checks.findLast(({ indexed }) => indexed === 'yes') ?? page.checks.at(-1)
  const { host, path } = splitUrl(page.url)
  return (
    <figure class="serp">
      <div class="serp-q">
        <Icon name="search" />
        <span class="clip">{`site:${host}${path}`}</span>
      </div>
      <div class="serp-r">
        <p class="serp-d">{last?.evidence ?? CAUSE_WORDS[page.cause ?? 'waiting'].does}</p>
      </div>
      <figcaption>{last ? `${engine}’s answer of ${exactly(last.checked_at)}.` : 'Not checked yet.'}</figcaption>
    </figure>
  )
}

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
              : `Not in ${engine} yet`
            : part === 'open'
              ? 'To come'
              : 'Not checked'}
        </small>
      </span>
    </li>
  )
}

const ADDRESS = /[^\s,;<>()]+@[^\s,;<>()]+\.[^\s,;<>()]+/

/** A message to the contact, when it has an address. */
const Ask = ({ page, report }: { page: ReportedPage; report: ReportDocument }) => {
  const [to] = ADDRESS.exec(report.contact) ?? []
  return to ? (
    <a class="btn primary" href={`mailto:${to}?subject=${encodeURIComponent(page.url)}`}>
      <Icon name="message-circle" />
      Ask about this page
    </a>
  ) : null
}
