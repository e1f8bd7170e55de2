import { afterAll, beforeAll, expect, test } from 'bun:test'
import { MAX_URLS } from '../../../src/kernel/operation/shape.ts'
import { callerOf, type World, world } from '../../world.ts'

let w: World
beforeAll(() => {
  w = world()
})
afterAll(() => w.close())

const validate = (urls: unknown) => w.call('vera', 'validate_urls', { urls })

test('each entry is kept once, or dropped with its original spelling and the reason', async () => {
  expect(
    await validate([
      ' https://bakery.example/bread ',
      'HTTPS://Bakery.example:443/./bread#crust',
      'bakery.example/cake',
      '',
    ]),
  ).toEqual({
    counts: { given: 4, valid: 1, duplicates: 1, invalid: 2 },
    urls: ['https://bakery.example/bread'],
    duplicates: [{ url: 'https://bakery.example/bread', given: 'HTTPS://Bakery.example:443/./bread#crust' }],
    invalid: [
      { given: 'bakery.example/cake', reason: expect.any(String) },
      { given: '', reason: expect.any(String) },
    ],
  })
})

test('one string is one URL, or a URL on each line', async () => {
  expect(await validate('https://bakery.example/bread')).toMatchObject({ urls: ['https://bakery.example/bread'] })
  expect(await validate('https://bakery.example/a b\r\n\nhttps://bakery.example/c\nrubbish\n')).toMatchObject({
    counts: { given: 3, valid: 2, duplicates: 0, invalid: 1 },
    urls: ['https://bakery.example/a%20b', 'https://bakery.example/c'],
  })
})

test('a text of millions of blank lines holds the URLs that it holds', async () => {
  expect(await validate(`${' \n'.repeat(1_000_000)}https://bakery.example/bread\n${'\r\n'.repeat(1_000_000)}`)).toEqual(
    {
      counts: { given: 1, valid: 1, duplicates: 0, invalid: 0 },
      urls: ['https://bakery.example/bread'],
      duplicates: [],
      invalid: [],
    },
  )
  expect(await validate('\n \n')).toMatchObject({ counts: { given: 0 } })
})

test('a list without any valid URL is an answer, too', async () => {
  expect(await validate(['no', 'none'])).toMatchObject({ counts: { given: 2, valid: 0, invalid: 2 }, urls: [] })
})

test('more than 10,000 URLs are too many, as a list and as a text', async () => {
  const many = Array.from({ length: MAX_URLS + 1 }, (_, i) => `https://bakery.example/${i}`)
  expect(await validate(many.slice(1))).toMatchObject({ counts: { valid: MAX_URLS } })
  for (const urls of [many, many.join('\n')])
    await expect(validate(urls)).rejects.toMatchObject({ status: 413, code: 'too_many_urls' })
})

test.each([[[]], [''], [5], [[5]], [null]])('%j is refused by name', async (urls) => {
  await expect(validate(urls)).rejects.toMatchObject({ status: 422, message: expect.stringContaining('urls') })
})

test('a read-only key may ask', async () => {
  expect(await w.call(callerOf('vera', 'key'), 'validate_urls', { urls: 'https://bakery.example/' })).toMatchObject({
    counts: { valid: 1 },
  })
})
