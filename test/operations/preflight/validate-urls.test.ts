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
    counts: { given: 3, valid: 1, duplicates: 0, invalid: 2 },
    urls: ['https://bakery.example/c'],
    invalid: [
      { given: 'https://bakery.example/a b', reason: 'contains a space: write it as %20' },
      { given: 'rubbish', reason: 'not a full http:// or https:// URL' },
    ],
    reading: '2 lines without a link.',
  })
})

test('an entry of a list with several addresses is several, and never another address', async () => {
  expect(
    await validate([
      'https://bakery.example/1\nhttps://bakery.example/2',
      'https://bakery.example/3\u00a0https://bakery.example/4',
      'https://bakery.example/5https://bakery.example/6',
      'https://bakery.example/7,8',
      'https://bakery.example/our menu',
      '<https://bakery.example/9>',
      'Page\tClicks\nhttps://bakery.example/10\t12',
    ]),
  ).toMatchObject({
    urls: [1, 2, 3, 4, 5, 6, '7,8', 9, 10].map((path) => `https://bakery.example/${path}`),
    invalid: [{ given: 'https://bakery.example/our menu', reason: 'contains a space: write it as %20' }],
    reading: '7 entries read as 10 links.',
  })
})

test('a text says how it was read', async () => {
  const text = 'Top pages,Clicks\nhttps://bakery.example/1,12\nhttps://bakery.example/2,0\nnone,'
  expect(await validate(text)).toMatchObject({
    urls: ['https://bakery.example/1', 'https://bakery.example/2'],
    reading: 'Column “Top pages” read; 1 other column ignored; 1 line without a link.',
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
