import { afterEach, describe, expect, test } from 'bun:test'
import { createBucket } from '../../src/upstream/bucket.ts'
import { strictStore } from '../upstreams/strict-s3.ts'

let store: ReturnType<typeof strictStore>
afterEach(() => store.close())

const bucketOf = (place = 's3://copies/nightly') =>
  createBucket(
    {
      backup_s3_endpoint: store.endpoint,
      backup_s3_region: 'auto',
      backup_s3_key_id: 'KEY',
      backup_s3_secret: 'the-secret-of-the-store',
    },
    place,
  )
const pieces = async function* (...some: Uint8Array[]) {
  yield* some
}
const read = async (from: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(from))
const LARGE = crypto.getRandomValues(new Uint8Array(65_536))
const large = () => Array.from({ length: 300 }, () => LARGE)

describe.each(['object_lock', 'checksum_only', 'no_checksum', 'none'] as const)('a store with the rule %s', (rule) => {
  test.each([
    ['a small file', [new TextEncoder().encode('hello')]],
    ['a file in three parts', large()],
    ['an empty file', []],
  ])('takes %s and gives it back', async (_, content) => {
    store = strictStore(rule)
    const bucket = bucketOf()
    await bucket.put('a b+c.age', pieces(...content))
    expect(await read(bucket.get('a b+c.age'))).toEqual(Buffer.concat(content))
    expect([...store.kept.keys()]).toEqual(['/copies/nightly/a%20b%2Bc.age'])
    expect(await bucket.has('a b+c.age')).toBe(true)
    expect(await bucket.has('other')).toBe(false)
    await bucket.remove('other')
  })
})

test('a store that refuses checksums never sees one, and every upload has its digest', async () => {
  store = strictStore('no_checksum')
  await bucketOf().put('a', pieces(...large()))
  const puts = store.seen.filter(({ method }) => method === 'PUT')
  expect(puts.every(({ headers }) => headers.has('content-md5'))).toBe(true)
  expect(store.seen.some(({ headers }) => [...headers.keys()].some((name) => name.includes('checksum')))).toBe(false)
})

test('a store that is busy is asked again, and a refusal is told in its words, without the secret', async () => {
  store = strictStore('none')
  store.failing.times = 2
  await bucketOf().put('a', pieces(new Uint8Array([1])))
  expect(store.kept.size).toBe(1)
  const refused = await Array.fromAsync(bucketOf().get('gone')).catch(({ message }) => message)
  expect(refused).toBe('the bucket did not take or give gone: The specified key does not exist. (NoSuchKey)')
})
