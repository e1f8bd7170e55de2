import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { hostOf, normaliseUrl, pathOf, takeUrls } from '../../../src/domains/preflight/url.ts'

describe('the canonical form', () => {
  test.each([
    ['https://shop.example/a', 'https://shop.example/a'],
    ['  https://shop.example/a\n', 'https://shop.example/a'],
    ['HTTPS://SHOP.Example/Path?Q=A', 'https://shop.example/Path?Q=A'],
    ['https://shop.example', 'https://shop.example/'],
    ['https://shop.example:443/', 'https://shop.example/'],
    ['http://shop.example:80/', 'http://shop.example/'],
    ['https://shop.example:8443/', 'https://shop.example:8443/'],
    ['https://shop.example./', 'https://shop.example/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://shop。example/', 'https://shop.example/'],
    ['https://shop.example/a#part', 'https://shop.example/a'],
    ['https://shop.example/a#', 'https://shop.example/a'],
    ['https://shop.example/a?', 'https://shop.example/a'],
    ['https://shop.example/a?#part', 'https://shop.example/a'],
    ['https://shop.example/a??', 'https://shop.example/a??'],
    ['https://shop.example/a/./b/../c', 'https://shop.example/a/c'],
    ['https://shop.example/a/%2e%2E/b', 'https://shop.example/b'],
    ['https://shop.example\\a\\b', 'https://shop.example/a/b'],
    ['https://shop.example/ä?ö=ü', 'https://shop.example/%C3%A4?%C3%B6=%C3%BC'],
    ['https://shop.example/%7euser/%41%2d%5f?%7e', 'https://shop.example/~user/A-_?~'],
    ['https://shop.example/a%2fb%3fc%c3%a4', 'https://shop.example/a%2Fb%3Fc%C3%A4'],
    ['https://shop.example/100%', 'https://shop.example/100%'],
    ['https://shop.example/%2%65', 'https://shop.example/%2%65'],
    ['https://shop.example/%%65', 'https://shop.example/%%65'],
    ['https://shop.example/%e2%9C%a8%E2%9c%A8', 'https://shop.example/%E2%9C%A8%E2%9C%A8'],
    ['https://shop.example/%21%2A%2C%2D%2E%2F%30', 'https://shop.example/%21%2A%2C-.%2F0'],
    ['https://shop.example/%39%3A%40%41%5A%5B', 'https://shop.example/9%3A%40AZ%5B'],
    ['https://shop.example/%5E%5F%60%61%7A%7B%7E%7F', 'https://shop.example/%5E_%60az%7B~%7F'],
    ['https://shop.example//a//b/', 'https://shop.example//a//b/'],
    ['https://shop.example/?b=1&a=2', 'https://shop.example/?b=1&a=2'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
    ['http://[::FFFF:7f00:1]/', 'http://[::ffff:7f00:1]/'],
    ['https:shop.example/a', 'https://shop.example/a'],
    [`https://shop.example/a#${'x'.repeat(5000)}`, 'https://shop.example/a'],
    [`https://shop.example/${'a'.repeat(2048 - 21)}`, `https://shop.example/${'a'.repeat(2048 - 21)}`],
  ])('of %j is %j', (given, url) => {
    expect(normaliseUrl(given)).toEqual({ ok: true, url: url! })
  })

  test.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['shop.example/a', 'not a full http:// or https:// URL'],
    ['//shop.example/a', 'not a full http:// or https:// URL'],
    ['/a', 'not a full http:// or https:// URL'],
    ['http://', 'not a full http:// or https:// URL'],
    ['https://shop example/', 'not a full http:// or https:// URL'],
    ['https://a..example/', 'the host name is not valid'],
    ['https://.example/', 'the host name is not valid'],
    ['https://-a.example/', 'the host name is not valid'],
    ['https://a-.example/', 'the host name is not valid'],
    [`https://${'a'.repeat(64)}.example/`, 'the host name is not valid'],
    [`https://${'a.'.repeat(130)}example/`, 'the host name is not valid'],
    ['https://[::1/', 'not a full http:// or https:// URL'],
    ['https://shop.example:99999/', 'not a full http:// or https:// URL'],
    ['https://a\u0000b.example/', 'not a full http:// or https:// URL'],
    ['ftp://shop.example/', 'ftp: is not http: or https:'],
    ['mailto:ada@northwind.example', 'mailto: is not http: or https:'],
    ['javascript:alert(1)', 'javascript: is not http: or https:'],
    ['https://shop.example/a\tb', 'contains a tab'],
    ['https://shop.example/a\r\nhttps://shop.example/b', 'contains a line break'],
    ['https://shop.example/a b', 'contains a space: write it as %20'],
    ['https://ada@shop.example/', 'contains a user name or password'],
    ['https://ada:secret@shop.example/', 'contains a user name or password'],
    ['https://:secret@shop.example/', 'contains a user name or password'],
    [`https://shop.example/${'a'.repeat(2048 - 20)}`, 'longer than 2048 characters'],
    [`https://shop.example/${'ä'.repeat(400)}`, 'longer than 2048 characters'],
    ['x'.repeat(1_000_000), 'longer than 2048 characters'],
  ])('of %.40j does not exist: %s', (given, reason) => {
    expect(normaliseUrl(given)).toEqual({ ok: false, reason: reason! })
  })

  test('of a canonical form is itself', () => {
    const part = fc.constantFrom(
      'a',
      'Z',
      '%',
      '%4',
      '%41',
      '%c3',
      '%2f',
      '%25',
      '.',
      '/',
      '?',
      '#',
      '&',
      ' ',
      'ü',
      '\\',
      ':',
      '@',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const once = normaliseUrl(`https://shop.example/${parts.join('')}`)
        if (once.ok) expect(normaliseUrl(once.url)).toEqual(once)
      }),
      { numRuns: 5_000, seed: 20261121 },
    )
  })
})

describe('a list', () => {
  const list = [
    ...[
      'https://shop.example/a',
      ' https://SHOP.example/a#top',
      'nonsense',
      'https://shop.example/b',
      'https://shop.example:443/a?',
    ],
    ...['http://shop.example/a', 'https://shop.example/a/', 'https://ada@shop.example/'],
  ]
  const taken = {
    urls: ['https://shop.example/a', 'https://shop.example/b', 'http://shop.example/a', 'https://shop.example/a/'],
    duplicates: [
      { url: 'https://shop.example/a', given: ' https://SHOP.example/a#top' },
      { url: 'https://shop.example/a', given: 'https://shop.example:443/a?' },
    ],
    invalid: [
      { given: 'nonsense', reason: 'not a full http:// or https:// URL' },
      { given: 'https://ada@shop.example/', reason: 'contains a user name or password' },
    ],
  }

  test('keeps the order, and tells what it drops as it was written', async () => {
    expect(await takeUrls(list)).toEqual(taken)
  })

  test('lets others go first before each entry, where that is asked for', async () => {
    let pauses = 0
    const breathe = async () => {
      pauses++
    }
    expect(await takeUrls(list, breathe)).toEqual(taken)
    expect(pauses).toBe(list.length)
  })

  test('of ten thousand long entries leaves the others their turn, over and over', async () => {
    const long = Array.from({ length: 10_000 }, (_, i) => `https://shop.example/${i}/`.padEnd(2043, '%7e%c3'))
    let turns = 0
    const other = setInterval(() => turns++, 0)
    expect((await takeUrls(long)).urls).toHaveLength(10_000)
    clearInterval(other)
    expect(turns).toBeGreaterThan(5)
  })
})

test.each([
  ['https://shop.example/', 'shop.example', '/'],
  ['http://shop.example:8080/a/b?c=/d/', 'shop.example:8080', '/a/b?c=/d/'],
  ['https://[::1]:8443/a', '[::1]:8443', '/a'],
  ['http://a/b', 'a', '/b'],
])('%s has the host %s and the path %s', (url, host, path) => {
  expect(normaliseUrl(url)).toEqual({ ok: true, url })
  expect([hostOf(url), pathOf(url)]).toEqual([host, path])
})
