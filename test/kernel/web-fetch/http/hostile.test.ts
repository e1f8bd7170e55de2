import { afterAll, describe, expect, test } from 'bun:test'
import { compare } from './hostile-compare.ts'
import { hostileRun, hostileServer, LIMITS } from './hostile-run.ts'

const SEED = Number(process.env.HOSTILE_SEED ?? 20_261_123)
const server = await hostileServer()
afterAll(() => server.stop())

describe('answers of a hostile server', () => {
  test('leave no connection behind, hold nobody up and take little memory', async () => {
    const { costs, outcomes } = await hostileRun(server.origin, SEED, 320, 8)
    expect(costs.filter(({ unattended }) => unattended > LIMITS.unattended)).toEqual([])
    // Far more than the long run allows: what else this process does must not count.
    expect(costs.filter(({ wait_ms }) => wait_ms > 10 * LIMITS.wait_ms)).toEqual([])
    expect(costs.filter(({ memory_mb }) => memory_mb > LIMITS.memory_mb)).toEqual([])
    // The grammar reaches every outcome, and no error is without a code.
    expect(Object.keys(outcomes)).toContainValues(['200', 'headers', 'network', 'too_large', 'bad_encoding'])
    expect(Object.keys(outcomes).filter((outcome) => outcome.startsWith('bug'))).toEqual([])
  })

  test.skipIf(!Bun.which('node') && !Bun.which('curl'))(
    'are read as node:http and curl read them, but for what the list explains',
    async () => {
      const { unexplained, compared } = await compare(server.origin, SEED, 60)
      expect(compared).toBeGreaterThan(30)
      expect(unexplained).toEqual([])
    },
  )
})
