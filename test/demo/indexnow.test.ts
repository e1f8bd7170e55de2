import { afterAll, expect, test } from 'bun:test'
import { openReceiver } from '../../src/demo/indexnow.ts'
import { openWeb } from '../../src/demo/web.ts'

const KEY = '0123456789abcdef0123456789abcdef'
const web = openWeb()
const receiver = openReceiver(web.networks)
afterAll(() => {
  receiver.stop()
  web.stop()
})

const bakery = web.origin('bakery')
const { host } = new URL(bakery)
const file = `${bakery}/${KEY}.txt`
const good = { host, key: KEY, keyLocation: file, urlList: [`${bakery}/recipes/1`] }

const answerTo = async (body: unknown) =>
  (await fetch(receiver.endpoint, { method: 'POST', body: JSON.stringify(body) })).status

test('a submission is accepted once the key file holds the key, and only then', async () => {
  expect(await answerTo(good)).toBe(403)
  web.hostKey(file, 'fedcba9876543210fedcba9876543210')
  expect(await answerTo(good)).toBe(403)
  web.hostKey(file, KEY)
  expect(await answerTo(good)).toBe(200)
  const { keyLocation: _, ...without } = good
  expect(await answerTo(without)).toBe(200)
})

test('a server too busy to show the key file leaves the submission pending', async () => {
  web.hostKey(file, KEY, 503)
  expect(await answerTo(good)).toBe(202)
  web.hostKey(file, KEY)
})

test('URLs of another host or outside the folder of the key file are refused', async () => {
  web.hostKey(`${bakery}/blog/key.txt`, KEY)
  const folder = { ...good, keyLocation: `${bakery}/blog/key.txt` }
  expect(await answerTo({ ...folder, urlList: [`${bakery}/blog/1`] })).toBe(200)
  expect(await answerTo(folder)).toBe(422)
  expect(await answerTo({ ...good, urlList: [`${web.origin('inn')}/rooms/1`] })).toBe(422)
  expect(await answerTo({ ...good, keyLocation: `${web.origin('inn')}/${KEY}.txt` })).toBe(422)
  expect(await answerTo({ ...good, key: 'short' })).toBe(422)
})

test.each([null, {}, { ...good, urlList: [] }, { ...good, urlList: ['nonsense'] }, { ...good, key: 7 }])(
  'a malformed submission is answered 400 (%#)',
  async (body) => {
    expect(await answerTo(body)).toBe(400)
  },
)
