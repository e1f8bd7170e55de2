/** Logos that are tried: each workspace has places of its own, and nobody's zeal pushes another agency's out. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { triedLogo, tryLogo } from '../../../src/domains/branding/index.ts'
import { MINUTE } from '../../../src/kernel/time/clock.ts'
import type { SafeFetch } from '../../../src/kernel/web-fetch/safe-fetch.ts'
import { type World, world } from '../../world.ts'
import { chunk } from './pictures.ts'

/** A picture of noise, which no encoder makes smaller: each is another one. */
function noise(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const rows = Array.from({ length: height }, () => Buffer.concat([Buffer.of(0), randomBytes(width * 3)]))
  const body = deflateSync(Buffer.concat(rows), { level: 0 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', body),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

let w: World
let fetched: string[]
beforeEach(() => {
  fetched = []
  const fetch = (async (address: string, { party }: { party?: { workspace: string } }) => {
    fetched.push(`${party?.workspace} ${address}`)
    const side = address.includes('large') ? 370 : 8
    return { status: 200, body: noise(side, side) }
  }) as unknown as SafeFetch
  w = world({ fetch })
})
afterEach(() => w.close())

const of = (agency: string, workspace = agency) => ({ agency, workspace })
const attempt = (party: { agency: string; workspace: string }, name: string) =>
  tryLogo(w.app, party, `https://pictures.example/${name}.png`, AbortSignal.timeout(10_000))
const isServed = (path: string): boolean => triedLogo(w.app, path.split('/').at(-1)!) !== null

test('what one workspace tries takes no place from another, of its own agency or of a stranger', async () => {
  const [rival, sister] = [await attempt(of('rival'), 'one'), await attempt(of('northwind', 'bakery'), 'one')]
  const mine: string[] = []
  for (let n = 0; n < 30; n++) mine.push(await attempt(of('northwind'), `mine-${n}`))
  expect([rival, sister].map(isServed)).toEqual([true, true])
  expect(mine.map(isServed)).toEqual(mine.map((_, at) => at >= 24))
})

test('each workspace fetches for itself, once in some minutes', async () => {
  const first = await attempt(of('northwind'), 'one')
  expect(await attempt(of('northwind'), 'one')).toBe(first)
  await attempt(of('rival'), 'one')
  w.clock.turn(6 * MINUTE)
  await attempt(of('northwind'), 'one')
  const address = 'https://pictures.example/one.png'
  expect(fetched).toEqual([`northwind ${address}`, `rival ${address}`, `northwind ${address}`])
})

test('all together hold so many octets: the agency that holds the most loses its oldest', async () => {
  const rival = await attempt(of('rival'), 'large')
  const mine: string[] = []
  for (let n = 0; n < 45; n++) mine.push(await attempt(of('northwind', `client-${Math.floor(n / 5)}`), `large-${n}`))
  const standing = mine.map(isServed)
  expect(standing.filter(Boolean).length).toBeGreaterThan(30)
  expect(standing.filter(Boolean).length).toBeLessThan(40)
  expect(standing.indexOf(true)).toBe(standing.filter((one) => !one).length)
  expect(isServed(rival)).toBe(true)
}, 600_000)
