/** The shared report of one push or check, under the agency's brand. */

import type { PartListed, PushFigures, readReport } from '../../src/features/reports/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import type { Brand } from '../document.tsx'
import { enginesIn } from '../jobs/engine-words.ts'
import { longDay } from '../parts/text/format.ts'
import { isolated } from '../parts/text/name.tsx'
import type { ReportDocument } from './shapes.ts'

type JobReport = ReturnType<typeof readReport>

type ReportProps = {
  to: Reader
  report: Pick<JobReport, 'job' | 'visible'>
  figures: Pick<PushFigures, 'pages' | 'by_day7' | 'ordered' | 'credits' | 'google'>
  client: string
  brand: Brand
  engine: string
  parts: readonly PartListed[]
  faults: ReportDocument['faults']
  answers?: ReportDocument['answers']
  only: ReportDocument['only']
  contact: string
  at: Time
  self: string
  asks: string | null
}

export function documentOfJob({ report: { job, visible }, figures, client, ...rest }: ReportProps): ReportDocument {
  const { name, sent_at, created_at, simulated } = job
  const points = visible.map(({ day, visible: pages }) => ({
    label: say(rest.to, 'Day {day}', { day }),
    visible: pages,
  }))
  return {
    ...rest,
    engine: enginesIn(rest.to, rest.engine),
    kicker: `${isolated(client)}, ${isolated(name)}, ${longDay(sent_at ?? created_at, rest.to)}`,
    kind: job.type,
    pages: figures.pages,
    by_day7: figures.by_day7,
    ordered: figures.ordered,
    pushes: 1,
    refunded: figures.credits.returned,
    google: figures.google,
    growth: { points, start: points[0]?.label ?? '' },
    comment: '',
    simulated,
    watched_until: null,
    csv: `${rest.self}/csv`,
  }
}
