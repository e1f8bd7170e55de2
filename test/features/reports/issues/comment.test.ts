/** The comment that a draft proposes says what its figures do not. */
import { expect, test } from 'bun:test'
import { proposedComment } from '../../../../src/features/reports/issues/comment.ts'
import { ENGLISH } from '../../../../src/kernel/language/reader.ts'

const figures = { pushed: 60, visible: 52, gained: 49, blocked: 3, refunded: 5 }
const summary = { ...figures, lost: 0, open: 2, late: 0, late_visible: 0, before: null }
const push = (name: string, gained: number) => ({
  id: name,
  name,
  created_at: '2026-10-02T09:00:00.000Z',
  status: 'done' as const,
  pages: { total: 60, visible: 52, before: 3, gained },
})

test('it repeats no figure, and of one push it does not say which was best', () => {
  expect(proposedComment(ENGLISH, { summary, pushes: [push('Autumn', 49)], missing: [] })).toBe(
    '2 pages wait for the next check.',
  )
  expect(
    proposedComment(ENGLISH, { summary: { ...summary, open: 0 }, pushes: [push('Autumn', 49)], missing: [] }),
  ).toBe('')
})

test('of several pushes it names the best', () => {
  const pushes = [push('Autumn', 9), push('Recipes', 40)]
  expect(proposedComment(ENGLISH, { summary, pushes, missing: [] })).toBe(
    'The best push was “Recipes” with 40 new pages. 2 pages wait for the next check.',
  )
})
