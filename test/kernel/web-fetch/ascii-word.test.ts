import { expect, test } from 'bun:test'
import { isWordAt } from '../../../src/kernel/web-fetch/ascii-word.ts'

test('a word is found in letters of either size, and in nothing that only looks like them', () => {
  for (const text of ['x-link', 'X-Link', 'X-LINK']) expect(isWordAt(text, 0, 'x-link')).toBeTrue()
  expect(isWordAt('<LINK>', 1, 'link')).toBeTrue()
  // The Kelvin sign, a carriage return for a hyphen, a control character for a digit, and the end of the text.
  for (const text of ['x-lin\u212a', 'x\rlink', 'X-LIN', 'x-lin+', 'x-lin\u016b'])
    expect(isWordAt(text, 0, 'x-link')).toBeFalse()
  expect(isWordAt('h\x11', 0, 'h1')).toBeFalse()
})
