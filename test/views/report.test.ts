import { expect, test } from 'bun:test'
import { outcomeOf } from '../../src/domains/jobs/index.ts'
import { sentence } from '../../views/reports/report.tsx'

const group = (state: string, indexed: string, n: number) => ({
  state,
  indexed,
  n,
  credit: null,
  before_indexed: null,
  next_look_at: null,
})

test('the report counts the pages that are visible, and names those that needed no push', () => {
  const outcome = outcomeOf([group('visible', 'yes', 1), group('not_indexed', 'no', 1), group('flagged', 'unknown', 4)])
  expect(sentence({ type: 'index', status: 'done' }, outcome, { visible: 1, total: 2 })).toBe(
    '1 of 2 pages are visible. 1 of them was visible already and not pushed.',
  )
})

test('a report of which no page was pushed says so', () => {
  const skipped = outcomeOf([group('flagged', 'unknown', 5)])
  expect(sentence({ type: 'index', status: 'done' }, skipped, { visible: 0, total: 0 })).toBe(
    'None of the 5 pages was pushed.',
  )
  const seen = outcomeOf([group('visible', 'yes', 2), group('flagged', 'unknown', 1)])
  expect(sentence({ type: 'index', status: 'done' }, seen, { visible: 2, total: 2 })).toBe(
    'None of the 3 pages was pushed. 2 were visible already.',
  )
})

test('the report says how many pages are still watched, while they are', () => {
  const outcome = outcomeOf([group('indexed', 'yes', 3), group('sent', 'unknown', 2)])
  const pages = { visible: 3, total: 5 }
  const watched = '3 of 5 pages are visible. 2 are still being watched until day 7.'
  expect(sentence({ type: 'index', status: 'watching' }, outcome, pages)).toBe(watched)
  expect(sentence({ type: 'index', status: 'done' }, outcome, pages)).toBe('3 of 5 pages are visible.')
})
