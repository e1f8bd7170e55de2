/** Every page of a month's pushes, with what became of it, as a file. */
import { causeOf, linksBehind, type MonthLink, type MonthPush, pushesOf, WHO } from '../../src/domains/reports/index.ts'
import { csvResponse } from '../../src/doors/rest/csv.ts'
import type { App } from '../../src/kernel/operation/app.ts'
import { csvLine } from '../../src/kernel/operation/csv.ts'
import { pause } from '../../src/kernel/scheduling/pause.ts'
import { ACTORS, CAUSE_WORDS } from './causes.ts'

export function monthFile(app: App, tenant_id: string, month: string): Response {
  const pushes = app.db.read((tx) => pushesOf(tx, tenant_id, month))
  return csvResponse({ filename: `report-${month}.csv`, lines: linesOf(app, pushes) }, (error) =>
    app.log.error('a report could not be sent', { error }),
  )
}

const NAMES = ['url', 'push', 'ordered_at', 'visible', 'seen_before', 'why_not', 'who_can_act', 'checked_at']

async function* linesOf(app: App, pushes: readonly MonthPush[]) {
  yield csvLine(NAMES)
  for (const push of pushes)
    for (let after = push.first_link - 1; after < push.last_link; ) {
      const links = app.db.read((tx) => linksBehind(tx, push, after))
      yield links.map((link) => csvLine(rowOf(push, link))).join('')
      after = links.at(-1)?.id ?? push.last_link
      await pause()
    }
}

function rowOf({ name, created_at }: MonthPush, link: MonthLink) {
  const cause = causeOf(link)
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
