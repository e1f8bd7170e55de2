import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { migrations } from '../../../migrations/index.ts'
import { examine } from '../../../src/domains/system/index.ts'
import { chance } from '../../upstreams/misfortune.ts'
import { type Agency, agency, expectBooksToBalance, type Link } from '../agency.ts'
import { CAN_TURN, until } from '../appliance.ts'

setDefaultTimeout(600_000)

const LIVES = Number(process.env.E2E_LIVES ?? 20)
const LINKS = 3000
const LONGEST_LIFE_MS = 200

const seed = Number(process.env.E2E_SEED ?? 20_261_129)
const { upTo } = chance(seed)

let one: Agency
beforeAll(async () => {
  one = await agency()
})
afterAll(() => one.close())

type Placed = { tenant_id: string; status: string }

test.skipIf(!CAN_TURN)('kill -9 while a push moves leaves it whole in one of the two workspaces', async () => {
  console.info(`E2E_SEED=${seed}`)
  const clients: string[] = []
  for (const name of ['Kestrel', 'Orchard']) {
    const { id } = await one.post<{ id: string }>('/tenants', { name, kind: 'client' })
    await one.post('/credits/allocate', { tenant_id: id, amount: LINKS })
    clients.push(id)
  }
  const urls = Array.from({ length: LINKS }, (_, i) => `https://bakery.example/moved-${i}`)
  const { id } = await one.push(urls, { preflight: false, tenant_id: clients[0] })
  const has = async (tenant_id: string) => {
    const { index } = await expectBooksToBalance(one, tenant_id)
    return index.available + index.reserved
  }
  await until('every link to be sent', async () => (await one.links(id)).every(({ state }: Link) => state === 'sent'))
  let moved = 0
  for (let life = 0; life < LIVES; life++) {
    const before = (await one.get<Placed>(`/jobs/${id}?url_limit=0`)).tenant_id
    const move_to = clients.find((client) => client !== before)!
    const answer = one.ask('PATCH', `/jobs/${id}`, { move_to }).then(
      ({ status }) => status,
      () => null,
    )
    await Bun.sleep(upTo(LONGEST_LIFE_MS))
    await one.kill()
    const acknowledged = (await answer) === 200
    await one.start()
    const { tenant_id } = await one.get<Placed>(`/jobs/${id}?url_limit=0`)
    expect([before, move_to]).toContain(tenant_id)
    if (acknowledged) expect(tenant_id).toBe(move_to)
    if (tenant_id === move_to) moved++
    for (const client of clients) expect(await has(client)).toBe(LINKS)
    const reserved = (await one.get<{ index: { reserved: number } }>(`/credits?tenant_id=${tenant_id}`)).index.reserved
    expect(reserved).toBe(LINKS)
  }
  expect(moved).toBeGreaterThan(0)
  await one.kill()
  const examined = examine(join(one.data_dir, 'signalpost.db'), migrations.length)
  expect(examined).toEqual({ schema: migrations.length, unsound: null, wrong: [] })
})
