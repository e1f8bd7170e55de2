import { describe, expect, test } from 'bun:test'
import { robotsRules } from '../../../src/domains/preflight/robots.ts'
import { createRobotsBook } from '../../../src/domains/preflight/robots-book.ts'
import { HeaderLines } from '../../../src/kernel/http/header-lines.ts'
import type { SafeFetch } from '../../../src/kernel/safe-fetch.ts'

const NOW = '2026-11-21T09:00:00.000Z'
const ORIGIN = 'https://shop.example'

/** Every origin has this file; what was asked for is noted. */
function serving(file: string, asked: string[] = []): SafeFetch {
  return async (url) => {
    asked.push(String(url))
    const body = Buffer.from(file)
    return { url: String(url), status: 200, headers: new HeaderLines(), body, truncated: false, head_ms: 1, hops: [] }
  }
}

const many = (rule: (index: number) => string, count = 30_000) =>
  `User-agent: *\n${Array.from({ length: count }, (_, index) => `Disallow: ${rule(index)}\n`).join('')}`

describe('a large robots.txt', () => {
  test('counts to its end', async () => {
    const book = createRobotsBook(serving(many((index) => `/${index}$`)))
    expect(await book.judge(ORIGIN, '/29999', NOW)).toMatchObject({
      google: { verdict: 'blocked', rule: { line: 30_001 } },
    })
    expect(await book.judge(ORIGIN, '/30000', NOW)).toMatchObject({ google: { verdict: 'allowed', rule: null } })
  })

  test('is forgotten when a few more come, by the memory that they take', async () => {
    const asked: string[] = []
    const book = createRobotsBook(serving(many(String), asked))
    for (const name of ['a', 'b', 'b', 'a']) await book.judge(`https://${name}.example`, '/', NOW)
    expect(asked.map((url) => new URL(url).host)).toEqual(['a.example', 'b.example', 'a.example'])
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

  test('that takes too long for every page leaves the verdict open, and says so', async () => {
    const file = many((index) => `/*a*b${index}`)
    const path = `/${'ab'.repeat(1_000)}`
    const patient = createRobotsBook(serving(file))
    expect(await patient.judge(ORIGIN, path, NOW)).toMatchObject({ google: { verdict: 'allowed' }, warning: null })
    const hurried = createRobotsBook(serving(file), undefined, { once: 0, each: 0 })
    const judged = await hurried.judge(ORIGIN, path, NOW)
    expect(judged).toMatchObject({ google: { verdict: 'unknown', rule: null } })
    expect(judged.warning).toStartWith('robots.txt has too many complicated rules')
  })
})
