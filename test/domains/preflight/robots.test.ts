import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { decidingRule, robotsRules } from '../../../src/domains/preflight/robots.ts'
import { ROBOTS_CASES } from './robots-cases.ts'

/** The rules that bind one agent. */
const rulesOf = async (file: Uint8Array | string, agent: string) =>
  (await robotsRules(file, [[agent.toLowerCase()]]))[0]!

const allowed = async (file: Uint8Array | string, path: string, agent = 'FooBot'): Promise<boolean> =>
  decidingRule(await rulesOf(file, agent), path)?.allow ?? true

describe("Google's cases", () => {
  test.each(ROBOTS_CASES)('$says', async ({ file, agent = 'FooBot', allows = [], blocks = [] }) => {
    const rules = await rulesOf(file, agent)
    const isAllowed = (path: string) => decidingRule(rules, path)?.allow ?? true
    expect(allows.filter((path) => !isAllowed(path))).toEqual([])
    expect(blocks.filter(isAllowed)).toEqual([])
  })

  test.each([
    ['unix', 'User-Agent: foo\nAllow: /some/path\nUser-Agent: bar\n\n\nDisallow: /\n'],
    ['dos', 'User-Agent: foo\r\nAllow: /some/path\r\nUser-Agent: bar\r\n\r\n\r\nDisallow: /\r\n'],
    ['mac', 'User-Agent: foo\rAllow: /some/path\rUser-Agent: bar\r\r\rDisallow: /\r'],
    ['no final', 'User-Agent: foo\nAllow: /some/path\nUser-Agent: bar\n\n\nDisallow: /'],
    ['mixed', 'User-Agent: foo\nAllow: /some/path\r\nUser-Agent: bar\n\r\n\nDisallow: /'],
  ])('%s line ends are counted alike', async (_, file) => {
    expect(decidingRule(await rulesOf(file, 'foo'), '/some/path')).toMatchObject({ line: 2 })
    expect(decidingRule(await rulesOf(file, 'bar'), '/')).toMatchObject({ line: 6, text: 'Disallow: /' })
  })

  test.each([
    ['a byte order mark', [0xef, 0xbb, 0xbf], true],
    ['two bytes of one', [0xef, 0xbb], true],
    ['one byte of one', [0xef], true],
    ['a broken one', [0xef, 0x11, 0xbf], false],
  ])('%s before the first line: the line counts: %s', async (_, mark, counts) => {
    const file = Buffer.concat([Buffer.from(mark), Buffer.from('User-Agent: FooBot\nDisallow: /AnyValue\n')])
    expect(await allowed(file, '/AnyValue')).toBe(!counts)
  })

  test('a byte order mark further down spoils its line', async () => {
    expect(await allowed('User-Agent: FooBot\n\ufeffDisallow: /AnyValue\n', '/AnyValue')).toBeTrue()
  })
})

describe('the rule that decided', () => {
  const file = `# for everybody
User-agent: *
Disallow: /private/ # not yet
Allow: /private/press
Disallow:/caf\u00e9/*?sort=
`

  test('is told with its line, without its comment', async () => {
    const rules = await rulesOf(file, 'Googlebot')
    expect(decidingRule(rules, '/private/notes')).toMatchObject({ allow: false, line: 3, text: 'Disallow: /private/' })
    expect(decidingRule(rules, '/private/press')).toMatchObject({ allow: true, line: 4, text: 'Allow: /private/press' })
    expect(decidingRule(rules, '/public')).toBeNull()
  })

  test('reads as its author wrote it, whatever the case of an escape in the URL', async () => {
    const rules = await rulesOf(file, 'Googlebot')
    for (const path of ['/caf%C3%A9/menu?sort=price', '/caf%c3%a9/menu?sort=price']) {
      expect(decidingRule(rules, path)).toMatchObject({ line: 5, text: 'Disallow:/café/*?sort=' })
    }
  })

  test('is found in a file that is not UTF-8, by its octets', async () => {
    const rules = await rulesOf(Buffer.from('User-agent: *\nDisallow: /caf\xe9/\n', 'latin1'), 'Googlebot')
    expect(decidingRule(rules, '/caf%E9/')?.allow).toBeFalse()
    expect(decidingRule(rules, '/caf%C3%A9/')).toBeNull()
  })

  test('may end in the octet A0, which is no white space', async () => {
    expect(await allowed('User-agent: *\nDisallow: /voil\u00e0\t \n', '/voil%C3%A0')).toBeFalse()
    expect(await allowed('User-agent: *\nDisallow: /voil\u00e0\n', '/voil%C3')).toBeTrue()
  })
})

describe('agents', () => {
  test('Googlebot is not bound by the rules for its relatives', async () => {
    const file = 'User-agent: Googlebot-Image\nUser-agent: Googlebot-News\nDisallow: /\n'
    expect(await allowed(file, '/', 'Googlebot')).toBeTrue()
    expect(await allowed(`${file}User-agent: googlebot/2.1\nDisallow: /x`, '/x', 'Googlebot')).toBeFalse()
  })

  test('a group without rules frees its agent from those for everybody', async () => {
    expect(await allowed('User-agent: *\nDisallow: /\n\nUser-agent: FooBot\n', '/')).toBeTrue()
    expect(await allowed('User-agent: *\nDisallow: /\n\nUser-agent: FooBot\nDisallow:\n', '/')).toBeTrue()
  })

  test.each(['useragent', 'user agent'])('%s and misspelt disallows are understood', async (name) => {
    for (const rule of ['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw']) {
      expect(await allowed(`${name}: FooBot\n${rule}: /\n`, '/')).toBeFalse()
    }
  })
})

describe('several crawlers', () => {
  const read = async (file: string) => {
    const [google, bing] = await robotsRules(file, [['googlebot'], ['bingbot', 'msnbot']])
    const paths = (rules: typeof google) => rules!.map(({ text }) => text)
    return { google: paths(google), bing: paths(bing), same: google === bing }
  }

  test('share the rules for everybody', async () => {
    const file = 'User-agent: otherbot\nDisallow: /other\n\nUser-agent: *\nDisallow: /all\n'
    expect(await read(file)).toEqual({ google: ['Disallow: /all'], bing: ['Disallow: /all'], same: true })
  })

  test('have those of their own, of the name that they go by now before the old one', async () => {
    const file =
      'User-agent: *\nUser-agent: msnbot\nDisallow: /a\n\nUser-agent: Googlebot\nUser-agent: msnbot\nDisallow: /b\n'
    expect(await read(file)).toEqual({
      google: ['Disallow: /b'],
      bing: ['Disallow: /a', 'Disallow: /b'],
      same: false,
    })
    const both = `${file}\nUser-agent: BingBot/2.0\nDisallow: /c\n`
    expect((await read(both)).bing).toEqual(['Disallow: /c'])
  })
})

describe('hostile files', () => {
  test('many agents with many rules take memory for one agent only', async () => {
    const agents = Array.from({ length: 20_000 }, (_, index) => `User-agent: bot${'abcdefghij'[index % 10]}`)
    const rules = Array.from({ length: 20_000 }, (_, index) => `Disallow: /${index}`)
    expect(await rulesOf([...agents, ...rules].join('\n'), 'bota')).toHaveLength(20_000)
  })

  test('a pattern full of stars is matched without going back', async () => {
    const file = `User-agent: *\nDisallow: /${'*a'.repeat(5_000)}b\n`
    expect(await allowed(file, `/${'a'.repeat(2_000)}`)).toBeTrue()
  })

  test('matching agrees with the same pattern as a regular expression', async () => {
    const piece = fc.constantFrom('a', 'b', '/', '*', '$', '.', '%C3')
    const text = (max: number) => fc.array(piece, { maxLength: max }).map((parts) => `/${parts.join('')}`)
    await fc.assert(
      fc.asyncProperty(text(6), text(8), async (pattern, path) => {
        const anchored = pattern.endsWith('$')
        const source = (anchored ? pattern.slice(0, -1) : pattern)
          .split('*')
          .map((part) => part.replace(/[$.*+?^]/g, '\\$&'))
          .join('.*')
        const expected = new RegExp(`^${source}${anchored ? '$' : ''}`).test(path)
        expect(!(await allowed(`User-agent: *\nDisallow: ${pattern}\n`, path))).toBe(expected)
      }),
      { numRuns: 2_000, seed: 20261121 },
    )
  })
})
