/** The Host header and the names that a proxy asks about come from anybody: their length is limited before any work. */

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { askedDomain, domainOf } from '../../src/doors/custom-domain.ts'
import { ask } from '../../src/doors/door-base.ts'
import { seedOwnDomain } from '../domains/branding/seed.ts'
import { type World, world } from '../world.ts'

const OWN = 'seo.bakery.example'
/** As long as a name of DNS may be. */
const LONGEST = `${'a'.repeat(253 - '.example'.length)}.example`

let w: World
let reads = 0
beforeAll(() => {
  w = world()
  for (const [id, host] of [
    ['ten_bakery', OWN],
    ['ten_northwind', LONGEST],
  ] as const)
    w.db.write((tx) => seedOwnDomain(tx, id, host))
})
afterAll(() => w.close())

const counted = () => {
  reads = 0
  const read: typeof w.db.read = (work) => {
    reads++
    return w.db.read(work)
  }
  return { ...w.app, db: { ...w.db, read } }
}
const ownerOf = (host: string | null) => domainOf(counted(), host)?.id ?? null

test('a name is found in any case, with a port and with dots at its end', () => {
  for (const host of [OWN, 'SEO.Bakery.example', `${OWN}:8080`, `${OWN}:`, `${OWN}.`, `${OWN}..:443`])
    expect([host, ownerOf(host)]).toEqual([host, 'ten_bakery'])
  for (const host of [LONGEST, `${LONGEST}.:65535`]) expect(ownerOf(host)).toBe('ten_northwind')
  for (const host of [null, '', '.', ':80', `${OWN}:80:80`, `a.${OWN}`, `${OWN}:x`])
    expect([host, ownerOf(host)]).toEqual([host, null])
})

test('a name longer than any name of DNS is refused without a look at its letters or at the database', () => {
  for (const host of [
    `${'.'.repeat(14_000)}x`,
    `a.${'.'.repeat(14_000)}`,
    `a${LONGEST}`,
    `${OWN}:${'1'.repeat(14_000)}`,
  ])
    expect([ownerOf(host), reads]).toEqual([null, 0])
})

test('questions about long names are limited like those about other unknown names', async () => {
  const door = askedDomain()
  const question = async () => {
    const response = await ask(
      door,
      { app: w.app },
      new Request(`http://localhost/domains/ask?domain=${'.'.repeat(14_000)}x`),
    )
    return response.status
  }
  const statuses = new Set<number>()
  for (let n = 0; n < 61; n++) statuses.add(await question())
  expect([...statuses]).toEqual([404, 429])
})
