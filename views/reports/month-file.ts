/** The pages of a month's pushes with their results, as a file. */
import { type Cause, WHO } from '../../src/domains/reports/index.ts'
import { csvResponse } from '../../src/doors/csv.ts'
import { type LinksOfPush, linksOfMonth } from '../../src/doors/pages/shared-reports.ts'
import type { App } from '../../src/kernel/operation/app.ts'
import { csvLine } from '../../src/kernel/operation/csv.ts'
import type { FrozenIssue } from './issue-document.ts'
import { ACTORS, CAUSE_WORDS } from './part-words.ts'

export function monthFile(app: App, tenant_id: string, month: string): Response {
  const links = linksOfMonth(app, tenant_id, month)
  return csvResponse({ filename: `report-${month}.csv`, lines: linesOf(links) }, (error) =>
    app.log.error('a report could not be sent', { error }),
  )
}

/** The kept pages of a frozen report that its readers see: every download is the same. */
export function issueFile(app: App, { figures, period, sections }: FrozenIssue): Response {
  const lines = async function* () {
    yield csvLine(['url', 'visible', 'seen_before', 'why_not', 'who_can_act', 'checked_at'])
    for (const { part, items } of figures.document.parts)
      if (sections.includes(part))
        yield items
          .map(({ url, before, cause, checked_at }) =>
            csvLine([url, yesNo(part === 'visible'), yesNo(before), ...causeWords(cause), checked_at]),
          )
          .join('')
  }
  return csvResponse({ filename: `report-${period}.csv`, lines: lines() }, (error) =>
    app.log.error('a report could not be sent', { error }),
  )
}

const yesNo = (yes: boolean | number | null): string => (yes ? 'yes' : 'no')
const causeWords = (cause: Cause | null): [string, string] =>
  cause ? [CAUSE_WORDS[cause].word, ACTORS[WHO[cause]]] : ['', '']

const NAMES = ['url', 'push', 'ordered_at', 'visible', 'seen_before', 'why_not', 'who_can_act', 'checked_at']

async function* linesOf(slices: AsyncGenerator<LinksOfPush>) {
  yield csvLine(NAMES)
  for await (const { push, links } of slices) yield links.map((link) => csvLine(rowOf(push, link))).join('')
}

function rowOf({ name, created_at }: LinksOfPush['push'], link: LinksOfPush['links'][number]) {
  const { cause } = link
  return [link.url, name, created_at, yesNo(link.visible), yesNo(link.before), ...causeWords(cause), link.checked_at]
}
