/** Tolerant HTTP where browsers are; where not, a row says why. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import net, { type AddressInfo } from 'node:net'
import zlib from 'node:zlib'
import { screenUrls } from '../../src/domains/preflight/screen.ts'
import type { Facts } from '../../src/domains/preflight/shapes.ts'
import { inPlainEnglish } from '../../src/kernel/language/say.ts'
import { parseNetworks } from '../../src/kernel/web-fetch/addresses.ts'
import { createSafeFetch } from '../../src/kernel/web-fetch/safe-fetch.ts'
import { ANSWERS, type AnswerCase, PAGE } from './answers.ts'

const fetch = createSafeFetch({ allow_networks: parseNetworks('127.0.0.0/8'), user_agent: 'x' })
const TYPE = 'Content-Type: text/html; charset=utf-8'
const NONE = 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'

let origin = ''
let server: net.Server
/** Answers by path, in octets. */
const answers = new Map<string, Buffer>()
const put = (path: string, head: string[], body: Uint8Array = new Uint8Array()) =>
  answers.set(path, Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'utf8'), body]))

beforeAll(async () => {
  server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (data) => socket.end(answers.get(data.toString('latin1').split(' ')[1]!) ?? NONE))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  put('/dest', ['HTTP/1.1 200 OK', TYPE, `Content-Length: ${PAGE.length}`], PAGE)
})
afterAll(() => server.close())

const look = async (path: string) =>
  inWords((await screenUrls([origin + path], { fetch, now: '2026-11-28T09:00:00.000Z' }))[0]!)
const inWords = (facts: Facts) => ({ ...facts, warnings: facts.warnings.map(inPlainEnglish) })

function headOf({ start = 'HTTP/1.1 200 OK', lines, body = PAGE, bare }: AnswerCase): string[] {
  return [start, TYPE, ...(bare ? [] : [`Content-Length: ${body.length}`]), ...lines]
}

test.each(ANSWERS.map((one) => [one.name, one] as const))('%s', async (_, one) => {
  put('/page', headOf(one), one.body ?? PAGE)
  const { flags, warnings } = await look('/page')
  expect(flags).toEqual([one.read ? 'noindex' : 'unreachable'])
  if (one.warns) expect(warnings.join()).toMatch(one.warns)
  else if (one.read) expect(warnings).toEqual([])
  if (one.read !== one.chromium) expect(one.why).toBeString()
})

describe('something behind a gzip body', () => {
  const behind = Buffer.from('<!-- cached -->')
  const named = (text: string) => {
    const plain = zlib.gzipSync(text)
    return Buffer.concat([
      plain.subarray(0, 3),
      Buffer.from([0b11000]),
      plain.subarray(4, 10),
      Buffer.from('a.html\0by\0'),
      plain.subarray(10),
    ])
  }
  const read = async (body: Buffer) => {
    put('/page', ['HTTP/1.1 200 OK', TYPE, 'Content-Encoding: gzip', `Content-Length: ${body.length}`], body)
    return String(Buffer.from((await fetch(`${origin}/page`, { max_body: 4 << 20 })).body))
  }
  const long = Array.from({ length: 30_000 }, (_, i) => `<p>${i * 7919}</p>`).join('')

  test.each([
    ['one member', [zlib.gzipSync(long)], long],
    ['a name and a comment', [named(long)], long],
    ['several members', [zlib.gzipSync(long), named('<p>1'), zlib.gzipSync(long)], `${long}<p>1${long}`],
  ])('leaves all of %s', async (_, members, text) => {
    expect(await read(Buffer.concat([...members, behind]))).toBe(text)
  })

  test('does not make a body of what is none', async () => {
    await expect(read(Buffer.from([0x1f, 0x8b, 7, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3]))).rejects.toThrow('not valid gzip')
    const empty = zlib.gzipSync('')
    const many = Buffer.concat([...Array<Buffer>(5000).fill(empty), zlib.gzipSync(long), behind])
    expect((await read(many)).length).toBeLessThan(long.length)
  })
})

test.each(['none', 'utf-8', 'gzip'])('robots.txt with Content-Encoding %s is read', async (coding) => {
  const body = Buffer.from('User-agent: *\nDisallow: /dest\n')
  put(
    '/robots.txt',
    ['HTTP/1.1 200 OK', 'Content-Type: text/plain', `Content-Encoding: ${coding}`, `Content-Length: ${body.length}`],
    body,
  )
  expect((await look('/dest')).flags).toEqual(['robots_blocked'])
  answers.delete('/robots.txt')
})

describe('values of headers', () => {
  const ok = (path: string, ...lines: string[]) =>
    put(
      path,
      ['HTTP/1.1 200 OK', TYPE, `Content-Length: ${PAGE.length - 0}`, ...lines],
      Buffer.from(PAGE.toString().replace('noindex', 'all    ')),
    )

  test('in UTF-8 or Latin-1 name the canonical address (nystudio107/craft-seomatic#1519, ethercreative/seo#508)', async () => {
    ok('/caf%C3%A9', `Link: <${origin}/café>; rel="canonical"`)
    expect(await look('/caf%C3%A9')).toMatchObject({ flags: [], canonical: `${origin}/caf%C3%A9`, warnings: [] })
    const head = ['HTTP/1.1 200 OK', TYPE, 'Content-Length: 0', `Link: <${origin}/caf\xe9>; rel="canonical"`, '', '']
    answers.set('/l1', Buffer.from(head.join('\r\n'), 'latin1'))
    expect((await look('/l1')).canonical).toBe(`${origin}/caf%C3%A9`)
  })

  test.each([
    ['the same Location twice (jnunemaker/httparty#478, curl/curl#19130)', ['Location: /dest', 'Location: /dest']],
    ['a Location in UTF-8 with a blank in it (Norconex/crawler#199)', ['Location: /dest?q=fresh brötchen']],
    ['blanks around it', ['Location:   /dest  ']],
  ])('%s', async (_, lines) => {
    put('/dest?q=fresh%20br%C3%B6tchen', ['HTTP/1.1 200 OK', TYPE, `Content-Length: ${PAGE.length}`], PAGE)
    put('/moved', ['HTTP/1.1 301 Moved', ...lines, 'Content-Length: 0'])
    const { final_url, flags } = await look('/moved')
    expect(final_url).toStartWith(`${origin}/dest`)
    expect(flags).toEqual(['noindex', 'redirected'])
  })

  test('two different Locations lead nowhere, with the reason', async () => {
    put('/moved', ['HTTP/1.1 301 Moved', 'Location: /dest', 'Location: /other', 'Content-Length: 0'])
    expect(await look('/moved')).toMatchObject({
      flags: ['redirected'],
      final_url: `${origin}/moved`,
      warnings: [expect.stringContaining('several addresses')],
    })
  })
})

test.each([
  ['204', ['HTTP/1.1 204 No Content']],
  ['205', ['HTTP/1.1 205 Reset Content', 'Content-Length: 0']],
  ['an empty 200', ['HTTP/1.1 200 OK', TYPE, 'Content-Length: 0']],
])('%s is warned of as a soft 404 (Google, "How HTTP status codes affect Google")', async (_, head) => {
  put('/empty', head)
  expect(await look('/empty')).toMatchObject({ flags: [], warnings: [expect.stringContaining('soft 404')] })
})
