/** A frozen report in the form that pages draw. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getReport } from '../../src/operations/reports/get-report.ts'
import type { Brand } from '../document.tsx'
import { dayAndMonth } from '../parts/text/format.ts'
import { periodWord } from './period-word.ts'
import type { ReportDocument } from './shapes.ts'

export type FrozenIssue = Pick<
  AnswerOf<typeof getReport>,
  'figures' | 'period' | 'revision' | 'comment' | 'contact' | 'sections' | 'frozen_at' | 'reason'
>

type Around = { brand: Brand; self: string; live: string | null }

export function documentOfIssue(issue: FrozenIssue, { brand, self, live }: Around): ReportDocument {
  const { figures, period, revision, comment, contact, sections, frozen_at, reason } = issue
  const { curve, parts, ...document } = figures.document
  const points = curve.map(({ day, visible }) => ({ label: dayAndMonth(`${day}T12:00:00.000Z`), visible }))
  return {
    ...document,
    ...{ brand, comment, contact, self },
    kicker: `${figures.client}, ${periodWord(period)}`,
    growth: { points: sections.includes('growth') ? points : [], start: points[0]?.label ?? '' },
    parts: parts.filter(({ part }) => sections.includes(part)),
    only: null,
    at: frozen_at,
    csv: null,
    frozen: { corrected: revision > 1 ? (reason ?? '') : null, live },
  }
}
