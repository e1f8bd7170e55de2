/** robots.txt for the crawlers of answer engines, compared with a second matcher, and its odd cases by name. */
import { describe, expect, test } from 'bun:test'
import { createRobotsCache } from '../../../src/domains/preflight/robots/robots-cache.ts'
import { ENGINES } from '../../../src/features/answers/engines.ts'
import { answerReaders } from '../../../src/features/answers/judge.ts'
import { HeaderLines } from '../../../src/kernel/web-fetch/http/head.ts'
import type { SafeFetch } from '../../../src/kernel/web-fetch/safe-fetch.ts'
import { naively } from './naive-robots.ts'

const NOW = '2026-11-28T09:00:00.000Z'
const { crawlers } = answerReaders

const serving =
  (file: string): SafeFetch =>
  async (address) => ({
    url: String(address),
    status: 200,
    headers: new HeaderLines(),
    body: Buffer.from(file),
    truncated: false,
    head_ms: 1,
    hops: [],
  })

const judge = async (file: string, path: string) =>
  createRobotsCache(serving(file), undefined, undefined, crawlers).judge('https://shop.example', path, NOW)

/** The tokens of the table, and those of Google and Bing. */
const TOKENS = crawlers.map(([name]) => name)
const AGENTS = [...TOKENS, 'googlebot', 'bingbot', 'msnbot', '*', 'Claude', 'ChatGPT Agent', 'somebot']
const PATHS = ['/', '/bread', '/bread/rye', '/private/a?b=c', '/index.php']
const RULES = ['/', '/bread', '/bread$', '/*/rye', '/private/', '*.php$', '/p*a', '']

/** Files as people write them, the same in each run. */
function fileOf(seed: number): string {
  let state = seed * 2654435761 + 1
  const pick = <T>(from: readonly T[]): T => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return from[(state >>> 8) % from.length]!
  }
  const lines: string[] = []
  for (let group = 0; group < 2 + (seed % 5); group++) {
    for (let name = 0; name <= seed % 3; name++) {
      const agent = pick(AGENTS)
      lines.push(
        `${pick(['User-agent', 'user-agent', 'USER-AGENT'])}: ${pick([agent, agent.toUpperCase(), `${agent}/1.0`])}`,
      )
    }
    if (seed % 4 === 0) lines.push(pick(['Content-Signal: ai-input=no', 'Crawl-delay: 10', '# a comment', '']))
    for (let rule = 0; rule < 1 + (seed % 4); rule++)
      lines.push(`${pick(['Allow', 'Disallow', 'Disallow'])}: ${pick(RULES)}${pick(['', ' # why'])}`)
  }
  return (seed % 7 === 0 ? '\uFEFF' : '') + lines.join(pick(['\n', '\r\n', '\r']))
}

test('60 files and every token give what a second matcher gives', async () => {
  expect(TOKENS.length).toBeGreaterThanOrEqual(15)
  let blocked = 0
  for (let seed = 0; seed < 60; seed++) {
    // A value of `*/1.0` means nobody to one matcher and everybody to none, so it is not written.
    const file = fileOf(seed).replaceAll('*/1.0', '*')
    for (const path of PATHS) {
      const { others, google, bing } = await judge(file, path)
      const found = [
        ...crawlers.map((names, at) => [names, others![at]!] as const),
        [['googlebot'], google] as const,
        [['bingbot', 'msnbot'], bing] as const,
      ]
      for (const [names, { verdict, rule }] of found) {
        const expected = naively(file, names, path)
        blocked += Number(!expected.allowed)
        expect([seed, path, names, verdict, rule?.line ?? null]).toEqual([
          ...[seed, path, names],
          expected.allowed ? 'allowed' : 'blocked',
          expected.line,
        ])
      }
    }
  }
  expect(blocked).toBeGreaterThan(500)
})

const ALL_BUT = (allowed: readonly string[]) => TOKENS.filter((token) => !allowed.includes(token))

describe.each([
  [
    'a named group replaces that for all',
    'User-agent: *\nDisallow: /\nUser-agent: OAI-SearchBot\nAllow: /',
    ALL_BUT(['oai-searchbot']),
  ],
  [
    'groups of one name merge',
    'User-agent: claude-user\nAllow: /x\nUser-agent: Claude-User\nDisallow: /',
    ['claude-user'],
  ],
  ['case and version do not count', 'User-agent: MISTRALAI-user/1.0\nDisallow: /', ['mistralai-user']],
  ['a prefix names nobody', 'User-agent: Claude\nDisallow: /\nUser-agent: ChatGPT Agent\nDisallow: /', []],
  ['Applebot-Extended is not Applebot', 'User-agent: Applebot-Extended\nDisallow: /', ['applebot-extended']],
  ['Applebot obeys the group of Googlebot', 'User-agent: Googlebot\nDisallow: /', ['applebot']],
  ['unless it has its own', 'User-agent: Googlebot\nDisallow: /\nUser-agent: Applebot\nAllow: /', []],
  [
    'an unknown line does not end a group',
    'User-agent: *\nContent-Signal: ai-train=no\nUser-agent: GPTBot\nDisallow: /',
    TOKENS,
  ],
  [
    'a prepended Allow merges with the group of the site',
    'User-agent: *\nAllow: /\n\nUser-agent: *\nDisallow: /bread',
    TOKENS,
  ],
  ['HTML has no rules', '<!doctype html><p>User-agent: *\nDisallow: /', []],
  ['a delay is no verdict', 'User-agent: ClaudeBot\nCrawl-delay: 10', []],
] as const)('%s', (_, file, blocked) => {
  test('in the verdict on /bread', async () => {
    const { others } = await judge(file, '/bread')
    expect(TOKENS.filter((_, at) => others![at]!.verdict === 'blocked')).toEqual([...blocked])
  })
})

test('a file that takes too long ends in unknown for answer engines alone', async () => {
  const group = (name: string) =>
    `User-agent: ${name}\n${Array.from({ length: 3_600 }, (_, at) => `Disallow: /*${name}*${at}*/x\n`).join('')}`
  const file = `User-agent: Googlebot\nDisallow: /private/\n${Object.values(ENGINES)
    .flatMap((engine) => [
      ...engine.crawlers.map(({ token }) => token),
      ...('training' in engine ? [engine.training] : []),
    ])
    .slice(0, 14)
    .map(group)
    .join('')}`
  const cache = createRobotsCache(serving(file), undefined, undefined, crawlers)
  // Processor time, because other tests run beside this one.
  const turns: number[] = []
  let since = process.cpuUsage()
  const beat = setInterval(() => {
    turns.push(process.cpuUsage(since).user / 1000)
    since = process.cpuUsage()
  }, 1)
  const judged = []
  for (let page = 0; page < 60; page++)
    judged.push(await cache.judge('https://shop.example', `/private/${'long/'.repeat(300)}${page}`, NOW))
  clearInterval(beat)
  expect(judged.every(({ google }) => google.verdict === 'blocked' && google.rule?.line === 2)).toBe(true)
  expect(judged.at(-1)!.others).toBeNull()
  // Other work had its turns in between, whatever the machine's pace.
  const all = turns.reduce((sum, turn) => sum + turn, 0)
  expect(Math.max(...turns)).toBeLessThan(all / 4)
})

test('every engine names its source and its crawlers', () => {
  for (const { source, name, says } of Object.values(ENGINES)) {
    expect(source).toStartWith('https://')
    expect(Object.values(says).join(' ')).not.toMatch(/visible/i)
    expect(name).not.toBe('')
  }
  expect(crawlers.flat().length).toBeLessThan(28)
})
