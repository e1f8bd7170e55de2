import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { brandColours, brandCss, contrast } from '../../../views/brand.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

test('whatever accent an agency picks, text in it and on it stays readable in both themes', () => {
  fc.assert(
    fc.property(hex, (accent) => {
      const { accent: main, soft, fill, hover, on } = brandColours(accent)
      for (const ground of ['#ffffff', '#f6f8f6', '#f3f5f3'])
        expect(contrast(main.light, ground)).toBeGreaterThanOrEqual(4.5)
      for (const ground of ['#101613', '#0a0e0c']) expect(contrast(main.dark, ground)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(main.light, soft.light)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(main.dark, soft.dark)).toBeGreaterThanOrEqual(4.5)
      for (const ground of [fill, hover]) {
        expect(contrast(ground.light, on.light)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(ground.dark, on.dark)).toBeGreaterThanOrEqual(4.5)
      }
    }),
    { numRuns: 300 },
  )
})

test('an accent that is readable already is kept as it is', () => {
  expect(brandColours('#03657d').accent.light).toBe('#03657d')
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
})

test('a yellow stays yellow where words stand on it, and is darkened where it is words', () => {
  const { accent, fill, on } = brandColours('#ffc845')
  expect([fill.light, fill.dark]).toEqual(['#ffc845', '#ffc845'])
  expect(contrast(fill.light, on.light)).toBeGreaterThan(10)
  expect(accent.light).not.toBe('#ffc845')
})

test('the stylesheet holds colours and nothing else', () => {
  expect(brandCss('#c2316b')).toMatch(/^:root\{(--[a-z-]+:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\);?){5}\}\n$/)
})
