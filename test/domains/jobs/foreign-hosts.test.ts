/** Links on a host of another client: found when a job is written, and again when sites or workspaces change. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { grant } from '../../../src/domains/credits/index.ts'
import { judgeJob, reportedDaysOf, reportedTallyOfEach } from '../../../src/domains/jobs/index.ts'
import { UTC_DAYS } from '../../../src/kernel/time/zone-days.ts'
import { judgeHostsTask } from '../../../src/tasks/pushes/judge-hosts.ts'
import { pushing } from '../../pushing.ts'
import { callerOf, START } from '../../world.ts'

let office: Awaited<ReturnType<typeof pushing>>
let orchard: string
let kestrel: string
beforeEach(async () => {
  office = await pushing(100, 100)
  const client = (name: string, parent_id = 'ten_northwind') =>
    office.call<{ id: string }>('ada', 'create_sub_tenant', { name, kind: 'client', parent_id }).then(({ id }) => id)
  ;[orchard, kestrel] = [await client('Orchard'), await client('Kestrel')]
  office.db.write((tx) => {
    for (const tenant_id of [orchard, kestrel])
      for (const kind of ['index', 'check'] as const)
        grant(tx, { tenant_id, kind, amount: 5000, reason: 'adjustment', actor: 'test' })
  })
})
afterEach(() => office.close())

const site = (tenant_id: string, host: string) =>
  office.call<{ id: string }>('ada', 'add_indexnow_site', { tenant_id, host }).then(({ id }) => id)
const pages = (host: string, n: number) => Array.from({ length: n }, (_, i) => `https://${host}/page-${i}`)
const push = (tenant_id: string, urls: string[]) =>
  office.call<{ id: string }>('ada', 'submit_index_job', { tenant_id, urls, preflight: false }).then(({ id }) => id)
const held = (job_id: string) =>
  office.db.read((tx) =>
    tx.rows('select host, owner_id, links from foreign_hosts where job_id = ? order by host', job_id),
  )
const prove = (id: string) =>
  office.db.write((tx) =>
    tx.run("update indexnow_sites set status = 'verified', verified_at = ? where id = ?", tx.now, id),
  )

test('a host is foreign to those who are neither its owner nor above or below it', async () => {
  await site(orchard, 'orchard.example')
  const urls = [...pages('orchard.example', 3), ...pages('kestrel.example', 2)]
  expect(held(await push(kestrel, urls))).toEqual([{ host: 'orchard.example', owner_id: orchard, links: 3 }])
  expect(held(await push(orchard, urls.slice(0, 3)))).toEqual([])
  expect(held(await push('ten_northwind', urls))).toEqual([])
  await site('ten_northwind', 'shared.example')
  expect(held(await push(kestrel, pages('shared.example', 2)))).toEqual([])
})

test('several workspaces share a host, and a proven site outranks one that is not', async () => {
  const theirs = await site(orchard, 'orchard.example')
  await site(kestrel, 'orchard.example')
  const id = await push(kestrel, pages('orchard.example', 3))
  expect(held(id)).toEqual([])
  prove(theirs)
  await office.run(judgeHostsTask)
  expect(held(id)).toMatchObject([{ owner_id: orchard }])
})

test("a client's own people take no host from another by adding it, unless its key file proves it", async () => {
  const rex = { ...callerOf('vera'), tenant_id: kestrel, path: `/ten_northwind/${kestrel}/`, role: 'admin' as const }
  const { id: added } = await office.call<{ id: string }>(rex, 'add_indexnow_site', { host: 'orchard.example' })
  const id = await push(orchard, pages('orchard.example', 3))
  await office.run(judgeHostsTask)
  expect(held(id)).toEqual([])
  prove(added)
  await office.run(judgeHostsTask)
  expect(held(id)).toMatchObject([{ owner_id: kestrel }])
  // Nor does a plain member of the agency who is an admin of the client.
  const ben = { ...callerOf('ben'), tenant_id: kestrel, path: `/ten_northwind/${kestrel}/`, role: 'admin' as const }
  await office.call(ben, 'add_indexnow_site', { host: 'plum.example' })
  expect(held(await push(orchard, pages('plum.example', 1)))).toEqual([])
  // On a page of the client, an admin of the agency speaks for the agency.
  const ada = { ...callerOf('ada'), tenant_id: kestrel, path: `/ten_northwind/${kestrel}/` }
  await office.call(ada, 'add_indexnow_site', { host: 'kestrel.example' })
  expect(held(await push(orchard, pages('kestrel.example', 1)))).toMatchObject([{ owner_id: kestrel }])
})

test('an order in slices is judged as a whole', async () => {
  await site(orchard, 'orchard.example')
  const id = await push(kestrel, [...pages('kestrel.example', 1500), ...pages('orchard.example', 1200)])
  expect(held(id)).toEqual([{ host: 'orchard.example', owner_id: orchard, links: 1200 }])
})

test('links of a job leave and come back as sites are added and removed, and workspaces move', async () => {
  const id = await push(kestrel, [...pages('orchard.example', 3), ...pages('kestrel.example', 2)])
  const after = async (change: Promise<unknown>) => {
    await change
    await office.run(judgeHostsTask)
    return held(id)
  }
  const out = [{ host: 'orchard.example', owner_id: orchard, links: 3 }]
  expect(held(id)).toEqual([])
  const added = await site(orchard, 'orchard.example')
  expect(await after(Promise.resolve())).toEqual(out)
  expect(await after(office.call('ada', 'delete_indexnow_site', { id: added }))).toEqual([])
  expect(await after(site(orchard, 'orchard.example'))).toEqual(out)
  expect(await after(office.call('ada', 'update_tenant', { id: orchard, kind: 'team' }))).toEqual(out)
  expect(await after(office.call('ada', 'update_tenant', { id: kestrel, parent_id: orchard }))).toEqual([])
  expect(await after(office.call('ada', 'update_tenant', { id: kestrel, parent_id: 'ten_northwind' }))).toEqual(out)
  expect(await after(office.call('ada', 'update_tenant', { id: orchard, archived: true }))).toEqual(out)
  const heir = await office.call<{ id: string }>('ada', 'create_sub_tenant', { name: 'Orchard Two', kind: 'client' })
  expect(await after(site(heir.id, 'orchard.example'))).toMatchObject([{ owner_id: heir.id }])
  expect(await after(office.call('ada', 'delete_tenant', { id: heir.id }))).toEqual(out)
})

/** What a client reads of its days, counted from the links themselves. */
const recounted = (host: string) =>
  office.db.read((tx) =>
    tx.row(
      `select count(l.sent_at) as sent, sum(l.state = 'indexed' and l.credit is not 'released') as indexed,
         sum(l.credit is 'released' and l.state <> 'failed') as returned
       from links l join jobs j on j.id = l.job_id where j.tenant_id = ? and l.host = ?`,
      kestrel,
      host,
    ),
  )
const read = () =>
  office.db.read((tx) => ({
    days: reportedDaysOf(tx, [kestrel], UTC_DAYS, START.slice(0, 10)).get(kestrel)!,
    tally: reportedTallyOfEach(tx, [kestrel], START.slice(0, 10)).get(kestrel)!,
  }))

test('figures that a client reads leave these links out, whenever it was decided', async () => {
  const sites = await site(orchard, 'orchard.example')
  const id = await push(kestrel, [...pages('orchard.example', 20), ...pages('kestrel.example', 20)])
  for (const day of [0, 1, 3, 7, 8]) {
    await office.day(day)
    const { days, tally } = read()
    expect(tally).toEqual(recounted('kestrel.example') as typeof tally)
    expect(days.reduce((sum, { sent }) => sum + sent, 0)).toBe(tally.sent)
    expect(days.reduce((sum, { came }) => sum + came, 0)).toBe(tally.indexed)
  }
  const { tally } = read()
  expect(tally.indexed).toBeGreaterThan(0)
  expect(tally.indexed).toBeLessThan(20)
  const kept = office.db.read((tx) => tx.rows('select * from foreign_quarters order by quarter'))
  office.db.write((tx) => judgeJob(tx, id))
  expect(office.db.read((tx) => tx.rows('select * from foreign_quarters order by quarter'))).toEqual(kept)
  await office.call('ada', 'delete_indexnow_site', { id: sites })
  await office.run(judgeHostsTask)
  expect(read().tally.sent).toBe(40)
  await site(orchard, 'orchard.example')
  await office.run(judgeHostsTask)
  expect(read().tally).toEqual(tally)
  expect(office.db.read((tx) => tx.rows('select * from foreign_quarters order by quarter'))).toEqual(kept)
})
