import { expect, test } from 'bun:test'
import { judgeKeyFile } from '../../../src/domains/indexnow/key-file.ts'
import { inPlainEnglish } from '../../../src/kernel/language/say.ts'

const KEY = '73134416ae45434d98edc086e0bf6740'
const AT = '2026-11-02T09:00:00.000Z'
const site = { scheme: 'https', host: 'shop.example', key: KEY, key_location: null } as const
const URL_OF_KEY = `https://shop.example/${KEY}.txt`

const inEnglish = (check: ReturnType<typeof judgeKeyFile>) => ({
  ...check,
  message: inPlainEnglish(check.message),
  warnings: check.warnings.map(inPlainEnglish),
})

const judged = (text: string, { status = 200, url = URL_OF_KEY } = {}) =>
  inEnglish(judgeKeyFile(site, { url, status, body: Buffer.from(text) }, AT))

test('a file that holds the key alone is verified without a warning', () => {
  expect(judged(KEY)).toEqual({
    at: AT,
    verified: true,
    url: URL_OF_KEY,
    http_status: 200,
    bytes: 32,
    message: 'The file contains the key.',
    found: null,
    warnings: [],
  })
})

test.each([
  [`${KEY}\n`, ['space']],
  [`  ${KEY}`, ['space']],
  [`\uFEFF${KEY}`, ['byte order mark']],
  [`\uFEFF${KEY}\r\n`, ['byte order mark', 'space']],
])('space and a byte order mark around the key pass with a warning: %j', (text, words) => {
  const { verified, warnings } = judged(text)
  expect(verified).toBe(true)
  expect(warnings).toEqual(words.map((word) => expect.stringContaining(word)))
})

test.each([
  ['nothing', '', 'empty', ''],
  ['a blank line', ' \n', 'empty', ''],
  ['a web page', '<!doctype html><p>Welcome', 'web page', '<!doctype html><p>Welcome'],
  ['the key in upper case', KEY.toUpperCase(), 'something other', KEY.toUpperCase()],
  ['the key and more', `${KEY} and more`, 'something other', `${KEY} and more`],
  ['a long text', 'x'.repeat(4000), 'something other', 'x'.repeat(100)],
])('a file that holds %s is not verified, and its beginning is told', (_, text, word, found) => {
  expect(judged(text)).toMatchObject({ verified: false, message: expect.stringContaining(word), found })
})

test('another status is told, even when the body holds the key', () => {
  expect(judged(KEY, { status: 404 })).toMatchObject({
    verified: false,
    http_status: 404,
    bytes: 32,
    message: expect.stringContaining('404'),
  })
})

test('a redirect passes with a warning on the same host, and never to another one', () => {
  expect(judged(KEY, { url: 'https://shop.example/en/key.txt' })).toMatchObject({
    verified: true,
    warnings: [expect.stringContaining('https://shop.example/en/key.txt')],
  })
  expect(judged(KEY, { url: `https://www.shop.example/${KEY}.txt` })).toMatchObject({
    verified: false,
    message: expect.stringContaining('www.shop.example'),
  })
})

test('a file that could not be fetched says why', () => {
  expect(inEnglish(judgeKeyFile(site, { failed: 'shop.example was not found' }, AT))).toMatchObject({
    verified: false,
    http_status: null,
    bytes: null,
    message: 'The key file could not be fetched: shop.example was not found.',
  })
})
