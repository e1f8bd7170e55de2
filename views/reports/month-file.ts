/** Every page of a month's pushes, with what became of it, as a file. */
import { WHO } from '../../src/domains/reports/index.ts'
import { type LinksOfPush, linksOfMonth } from '../../src/doors/pages/shared-reports.ts'
import { csvResponse } from '../../src/doors/rest/csv.ts'
import type { App } from '../../src/kernel/operation/app.ts'
import { csvLine } from '../../src/kernel/operation/csv.ts'
import { ACTORS, CAUSE_WORDS } from './causes.ts'

export function monthFile(app: App, tenant_id: string, month: string): Response {
  const links = linksOfMonth(app, tenant_id, month)
  return csvResponse({ filename: `report-${month}.csv`, lines: linesOf(links) }, (error) =>
    app.log.error('a report could not be sent', { error }),
  )
}

const NAMES = ['url', 'push', 'ordered_at', 'visible', 'seen_before', 'why_not', 'who_can_act', 'checked_at']

async function* linesOf(slices: AsyncGenerator<LinksOfPush>) {
  yield csvLine(NAMES)
  for await (const { push, links } of slices) yield links.map((link) => csvLine(rowOf(push, link))).join('')
}

function rowOf({ name, created_at }: LinksOfPush['push'], link: LinksOfPush['links'][number]) {
  const { cause } = link
  return [
    link.url,
    name,
    created_at,
    link.visible ? 'yes' : 'no',
    link.before ? 'yes' : 'no',
    cause ? CAUSE_WORDS[cause].word : '',
    cause ? ACTORS[WHO[cause]] : '',
    link.checked_at,
  ]
}
