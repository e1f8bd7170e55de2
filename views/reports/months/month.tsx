/** A client's month over all its pushes, under the agency's brand. */

import type { MonthDocument, MonthReportFacts } from '../../../src/features/reports/index.ts'
import type { Reader } from '../../../src/kernel/language/reader.ts'
import { type Text, text } from '../../../src/kernel/language/say.ts'
import type { Time } from '../../../src/kernel/time/clock.ts'
import type { Brand } from '../../document.tsx'
import { enginesIn } from '../../jobs/engine-words.ts'
import { countedDayAndMonth } from '../../parts/text/format.ts'
import { isolated } from '../../parts/text/name.tsx'
import { periodWord } from '../../parts/text/period-word.ts'
import { Say } from '../../parts/text/say.tsx'
import { When } from '../../parts/text/when.tsx'
import type { StatusWord } from '../../parts/text/words.ts'
import type { ReportDocument } from '../shapes.ts'

export type MonthProps = {
  to: Reader
  month: string
  document: MonthDocument
  client: string
  brand: Brand
  comment: string
  contact: string
  only: ReportDocument['only']
  at: Time
  self: string
  asks: string | null
  csv: string
}

export function documentOfMonth({ month, client, document, ...rest }: MonthProps): ReportDocument {
  const { curve, ...figures } = document
  const points = pointsOf(curve, rest.to)
  return {
    ...rest,
    ...figures,
    engine: enginesIn(rest.to, figures.engine),
    kicker: `${isolated(client)}, ${periodWord(month, rest.to)}`,
    growth: { points, start: points[0]?.label ?? '' },
  }
}

/** Days of a curve are days of the data, whatever the zone of its reader. */
export const pointsOf = (curve: MonthDocument['curve'], to: Reader) =>
  curve.map(({ day, visible }) => ({ label: countedDayAndMonth(day, to), visible }))

/** States of a month's report in words. */
export const STATES: Record<MonthReportFacts['state'], StatusWord & { word: Text }> = {
  new: { word: text('Not shared'), icon: 'clock', tone: 'idle' },
  draft: { word: text('Draft'), icon: 'clock', tone: 'info' },
  shared: { word: text('Shared'), icon: 'check', tone: 'ok' },
  stopped: { word: text('Stopped'), icon: 'ban', tone: 'warn' },
}

/** Number of views, and the last one. */
export const Openings = ({ of: { opened, opened_at }, zone }: { of: MonthReportFacts; zone: Reader }) =>
  opened === 0 || opened_at === null ? (
    <Say to={zone} text="Not opened yet" />
  ) : (
    <Say
      to={zone}
      text="Opened {opened, plural, one {# time} other {# times}}, last <time></time>"
      values={{ opened }}
      tags={{ time: () => <When time={opened_at} zone={zone} /> }}
    />
  )
