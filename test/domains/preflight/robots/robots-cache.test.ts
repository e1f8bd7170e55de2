import { describe, expect, test } from 'bun:test'
import { robotsRules } from '../../../../src/domains/preflight/robots/robots.ts'
import { createRobotsCache } from '../../../../src/domains/preflight/robots/robots-cache.ts'
import { RobotsTime, robotsRoom, TooCostly } from '../../../../src/domains/preflight/robots/time-budget.ts'
import { inPlainEnglish } from '../../../../src/kernel/language/say.ts'
import { DAY, stopwatch } from '../../../../src/kernel/time/clock.ts'
import { HeaderLines } from '../../../../src/kernel/web-fetch/http/head.ts'
import type { SafeFetch } from '../../../../src/kernel/web-fetch/safe-fetch.ts'
import { world } from '../../../world.ts'

const NOW = '2026-11-21T09:00:00.000Z'
const ORIGIN = 'https://shop.example'

/** Every origin has this file; what was asked for is noted. */
function serving(file: string, asked: string[] = []): SafeFetch {
  const whole = Buffer.from(file)
  return async (address, { max_body = whole.length } = {}) => {
    const url = String(address)
    asked.push(url)
    const [body, truncated] = [whole.subarray(0, max_body), whole.length > max_body]
    return { url, status: 200, headers: new HeaderLines(), body, truncated, head_ms: 1, hops: [] }
  }
}

const many = (rule: (index: number) => string, count = 25_000) =>
  `User-agent: *\n${Array.from({ length: count }, (_, index) => `Disallow: ${rule(index)}\n`).join('')}`

describe('a large robots.txt', () => {
  test('counts to its end', async () => {
    const book = createRobotsCache(serving(many((index) => `/${index}$`)))
    expect(await book.judge(ORIGIN, '/24999', NOW)).toMatchObject({
      google: { verdict: 'blocked', rule: { line: 25_001 } },
    })
    expect(await book.judge(ORIGIN, '/25000', NOW)).toMatchObject({ google: { verdict: 'allowed', rule: null } })
  })

  test('is forgotten when others come, by the memory that they take', async () => {
    const asked: string[] = []
    const book = createRobotsCache(
      serving(
        many((index) => `/${index}`),
        asked,
      ),
    )
    const judge = (name: number) => book.judge(`https://h${name}.example`, '/', NOW)
    for (let name = 0; name < 40; name++) await judge(name)
    asked.length = 0
    for (const name of [39, 0]) await judge(name)
    expect(new Set(asked)).toEqual(new Set(['https://h0.example/robots.txt']))
  })

  test('is asked for in short first, and whole two at a time', async () => {
    const serve = serving(many(String))
    let [whole, most] = [0, 0]
    const asked: number[] = []
    const book = createRobotsCache(async (url, options) => {
      asked.push(options!.max_body!)
      if (options!.max_body! < 100_000) return serve(url, options)
      most = Math.max(most, ++whole)
      await Bun.sleep(1)
      whole--
      return serve(url, options)
    })
    await Promise.all(Array.from({ length: 12 }, (_, index) => book.judge(`https://h${index}.example`, '/', NOW)))
    expect([most, asked.filter((max) => max < 100_000).length, asked.length]).toEqual([2, 12, 24])
  })

  test.each([
    ['empty lines', '\n'.repeat(500_000)],
    ['short rules', many(() => '/x*y')],
    ['long lines of octets to be escaped', `User-agent: *\n${`Disallow: /${'\u00e9'.repeat(8_000)}\n`.repeat(30)}`],
  ])('of %s is read in steps', async (_, file) => {
    let steps = 0
    await robotsRules(file, [['googlebot'], ['bingbot', 'msnbot']], async () => void steps++)
    expect(steps).toBeGreaterThanOrEqual(30)
  })

  test('that takes too long to search leaves the verdict open, and says so', async () => {
    const file = many((index) => `/*a*b${index}`, 20_000)
    const path = `/${'ab'.repeat(1_000)}`
    const patient = createRobotsCache(serving(file))
    expect(await patient.judge(ORIGIN, path, NOW)).toMatchObject({ google: { verdict: 'allowed' }, warning: null })
    const time = new RobotsTime()
    const hurried = createRobotsCache(serving(file), undefined, time)
    expect(await hurried.judge(ORIGIN, '/', NOW)).toMatchObject({ google: { verdict: 'allowed' } })
    useUp(time)
    expect(await hurried.judge(ORIGIN, path, NOW)).toMatchObject({ google: { verdict: 'unknown', rule: null } })
    expect(inPlainEnglish((await hurried.judge(ORIGIN, path, NOW)).warning!)).toStartWith('robots.txt was not checked')
  })
})

/** All the time of a run, and what it may earn in a test. */
const useUp = (time: RobotsTime) => time.spend(10_000)

describe('the time for robots.txt', () => {
  test('is one for all files of a run: afterwards none is asked for', async () => {
    const asked: string[] = []
    const time = new RobotsTime()
    const book = createRobotsCache(serving('User-agent: *\nDisallow: /x\n', asked), undefined, time)
    expect(await book.judge(ORIGIN, '/x', NOW)).toMatchObject({ google: { verdict: 'blocked' } })
    useUp(time)
    const judged = await book.judge('https://other.example', '/x', NOW)
    expect([
      judged.google.verdict,
      judged.warning && inPlainEnglish(judged.warning).slice(0, 26),
      asked.length,
    ]).toEqual(['unknown', 'robots.txt was not checked', 1])
  })

  test('counts the reading of each file, which stops in between when it is used up', async () => {
    const time = new RobotsTime(undefined, -1)
    let slices = 0
    const reading = time.measure(async (breathe) => {
      for (const elapsed = stopwatch(); elapsed() < 1_000; ) await breathe()
      slices++
    })
    await expect(reading).rejects.toBeInstanceOf(TooCostly)
    expect(slices).toBe(0)
  })

  test('is taken from the day of the workspace, but for the first 20 ms of a run', () => {
    const asked: number[] = []
    const room = [50, 300, 20]
    const time = new RobotsTime((ms) => {
      asked.push(ms)
      return Math.min(ms, room[asked.length - 1]!)
    })
    for (const ms of [19, 2, 48, 300, 51]) time.spend(ms)
    expect([asked, time.isUsedUp]).toEqual([[50, 299, 51], true])
  })

  test('of a day is 60 seconds for each workspace', () => {
    const w = world()
    const room = robotsRoom(w.app, 'ten_northwind')
    expect([room(59_000), room(2_000), room(1)]).toEqual([59_000, 1_000, 0])
    expect(robotsRoom(w.app, 'ten_bakery')(5)).toBe(5)
    w.clock.turn(DAY)
    expect(room(5)).toBe(5)
    w.close()
  })
})
