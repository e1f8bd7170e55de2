import { expect, test } from 'bun:test'
import { masking } from '../../src/upstream/masking.ts'

const SECRET = 'k3y <b>&\'"\\/%2B+=? é😀\n"\\\\end'
const byNumber = (json: string): string =>
  json.replace(/[<>&'é]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)
const inJson = JSON.stringify(SECRET)
const inAddress = encodeURIComponent(SECRET)

test.each([
  ['as it is', SECRET],
  ['in JSON', inJson],
  ['in JSON as PHP writes it', byNumber(inJson).replaceAll('/', '\\/')],
  ['in JSON within JSON', JSON.stringify(inJson)],
  ['in an address', inAddress],
  ['in an address, in small letters', inAddress.replace(/%../g, (hex) => hex.toLowerCase())],
  ['in an address within an address', encodeURIComponent(inAddress)],
  ['in a form', `${new URLSearchParams([['', SECRET]])}`],
  ['in HTML', Bun.escapeHTML(SECRET)],
])('a secret is struck out %s', (_, text) => {
  expect(masking(['other', SECRET])(`before ${text} after`)).toMatch(/^before ["\\=]*\[secret\]["\\]* after$/)
})

test('the longer of two secrets is struck out as a whole, a blank one not at all', () => {
  const mask = masking(['', ' ', 'k3y', 'k3y.more'])
  expect(mask('a k3y and k3y.more, k3yxmore')).toBe('a [secret] and [secret], [secret]xmore')
  expect(masking(['', ' '])('nothing to hide')).toBe('nothing to hide')
})

test('what resembles a secret stays, however many backslashes stand in both', () => {
  const run = '\\'.repeat(10_000)
  expect(masking([`${'\\'.repeat(50)}x`])(`${run}y`)).toBe(`${run}y`)
})
