/** The plan of an order: pure, so that an estimate, an approval and the order itself say the same. */
import { describe, expect, test } from 'bun:test'
import { planOrder, type SpendingLimits } from '../../../src/domains/credits/plan-order.ts'

const purse = (index: number, check = 0) => ({
  index: { available: index, reserved: 9 },
  check: { available: check, reserved: 9 },
})
const line = (kind: 'index' | 'check', amount: number) => ({ tenant_id: 'ten', kind, amount })
const plan = (limits: Partial<SpendingLimits>, ...lines: ReturnType<typeof line>[]) =>
  planOrder(lines, { purse: purse(10, 10), max_credits: null, today: null, approval_above: null, ...limits })

describe('a plan', () => {
  test('sums the lines of both kinds and shows what is available', () => {
    const { estimate, refusal } = plan({ purse: purse(5, 3) }, line('check', 3), line('index', 5))
    expect(refusal).toBeNull()
    expect(estimate).toMatchObject({ credits: 8, orderable: true, approval: false, obstacles: [] })
    expect(estimate.by_kind).toEqual([
      { kind: 'check', needed: 3, available: 3 },
      { kind: 'index', needed: 5, available: 5 },
    ])
  })

  test.each([
    ['purse', { purse: purse(4) }, 'insufficient_credits'],
    ['max_credits', { max_credits: 4 }, 'over_max_credits'],
    ['daily cap', { today: 4 }, 'daily_cap'],
  ] as const)('takes the %s to its last credit, and not one more', (_, limits, code) => {
    expect(plan(limits, line('index', 4)).refusal).toBeNull()
    const { estimate, refusal } = plan(limits, line('index', 5))
    expect([estimate.orderable, estimate.obstacles.length, refusal?.code]).toEqual([false, 1, code])
  })

  test('is limited by the sum of both kinds, and refused by max_credits first, by the daily cap last', () => {
    const both = [line('check', 3), line('index', 3)]
    expect(plan({ max_credits: 5 }, ...both).refusal).toEqual({ code: 'over_max_credits' })
    const all = plan({ purse: purse(2, 2), max_credits: 5, today: 5 }, ...both)
    expect([all.refusal?.code, all.estimate.obstacles.length]).toEqual(['over_max_credits', 4])
    expect(plan({ purse: purse(2, 2), today: 5 }, ...both).refusal).toMatchObject({ line: both[0] })
  })

  test('needs approval only above the limit', () => {
    expect(plan({ approval_above: 5 }, line('index', 5)).estimate.approval).toBe(false)
    expect(plan({ approval_above: 5 }, line('index', 6)).estimate.approval).toBe(true)
    expect(plan({ approval_above: 0 }, line('index', 1)).estimate.approval).toBe(true)
  })
})
