import { expect, test } from 'bun:test'
import { topicOf } from '../../../src/features/free-checks/live.ts'
import { slower } from '../../slower.ts'

type Page = Parameters<typeof topicOf>[1]
const topic = (title: string) =>
  topicOf('bakery.example', { title, headings: [], description: null } as unknown as Page)

test.each([
  ['Bakery – Sourdough bread in Bath', 'Sourdough bread in Bath'],
  ['Bakery:  rye\n and spelt', 'rye and spelt'],
  ['Bakery', null],
])('the topic of %p is %p', (title, expected) => {
  expect(topic(title)).toBe(expected)
})

test('a title of blanks takes no longer than one of letters', () => {
  expect(slower(topic, `a${'\u00a0'.repeat(20_000)}b`, 'a'.repeat(20_002))).toBeLessThan(50)
})
