/** A frozen report in the shape that pages draw. */
import { MANY, type PartListed, type PartQuery } from '../../../src/features/reports/index.ts'
import type { getReport } from '../../../src/features/reports/operations/reports.ts'
import type { AnswerOf } from '../../../src/kernel/operation/operation.ts'
import { periodWord } from '../../parts/text/period-word.ts'
import { pointsOf } from '../months/month.tsx'
import type { ReportDocument } from '../shapes.ts'

export type FrozenIssue = Pick<
  AnswerOf<typeof getReport>,
  'figures' | 'period' | 'corrects' | 'comment' | 'contact' | 'sections' | 'frozen_at' | 'reason'
>

type DocumentOptions = Pick<ReportDocument, 'to' | 'brand' | 'self' | 'asks'> & {
  live: string | null
  asked?: PartQuery
  csv?: string | null
}

/** `asked`: lists one part only, with a pager. */
export function documentOfIssue(issue: FrozenIssue, around: DocumentOptions): ReportDocument {
  const { to, brand, self, asks, live, asked = { only: null, page: 1 }, csv = null } = around
  const { figures, period, corrects, comment, contact, sections, frozen_at, reason } = issue
  const { curve, parts, answers, ...document } = figures.document
  const shown = parts.filter(({ part }) => sections.includes(part))
  const points = pointsOf(curve, to)
  return {
    ...document,
    to,
    brand,
    comment,
    contact,
    self,
    asks,
    kicker: `${figures.client}, ${periodWord(period, to)}`,
    growth: { points: sections.includes('growth') ? points : [], start: points[0]?.label ?? '' },
    parts: shown
      .filter(({ part }) => asked.only === null || part === asked.only)
      .map((part) => pageOf(part, asked.page)),
    answers: sections.includes('answers') ? answers : undefined,
    only: asked.only,
    at: frozen_at,
    csv,
    frozen: {
      kept: Object.fromEntries(shown.map(({ part, items }) => [part, items.length])),
      corrected: corrects ? (reason ?? '') : null,
      live,
    },
  }
}

/** One page of the kept rows of a part. */
const pageOf = (part: PartListed, page: number): PartListed => ({
  ...part,
  page,
  page_size: MANY,
  items: part.items.slice((page - 1) * MANY, page * MANY),
})
