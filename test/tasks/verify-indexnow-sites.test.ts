import { afterEach, beforeEach, expect, test } from 'bun:test'
import { DAY, HOUR } from '../../src/kernel/time/clock.ts'
import { verifyIndexnowSitesTask } from '../../src/tasks/verify-indexnow-sites.ts'
import { type IndexnowWorld, indexnowWorld, type Site } from '../domains/indexnow/setting.ts'

let w: IndexnowWorld
beforeEach(() => {
  w = indexnowWorld()
})
afterEach(() => w.close())

const verifyDue = () => verifyIndexnowSitesTask.run(w.app, new AbortController().signal)
const get = (id: string) => w.call<Site>('ada', 'get_indexnow_site', { id })

test('a verified site is looked at again once a day', async () => {
  const { site, asked } = await w.verifiedSite('ten_bakery')
  w.clock.turn(DAY - 1)
  expect(await verifyDue()).toBe(0)
  w.clock.turn(1)
  expect(await verifyDue()).toBe(1)
  expect(await verifyDue()).toBe(0)
  expect(asked).toHaveLength(2)
  expect(await get(site.id)).toMatchObject({ status: 'verified', verified_at: w.clock.now() })
})

test('a failing site is looked at each hour, is pinged for 7 days, and then no more until it heals', async () => {
  const { site, url, files, key_path } = await w.verifiedSite('ten_bakery')
  const key = files[key_path]!
  delete files[key_path]
  w.clock.turn(DAY)
  await verifyDue()
  expect(await get(site.id)).toMatchObject({ status: 'failing', failing_since: w.clock.now(), pinged: true })
  w.clock.turn(HOUR - 1)
  expect(await verifyDue()).toBe(0)
  w.clock.turn(1)
  expect(await verifyDue()).toBe(1)

  w.clock.turn(7 * DAY - HOUR - 1)
  expect(w.push([`${url}/still`]).planned).toBe(1)
  w.clock.turn(1)
  expect(w.push([`${url}/no-more`]).planned).toBe(0)
  expect(await get(site.id)).toMatchObject({ status: 'failing', pinged: false })

  files[key_path] = key
  await verifyDue()
  expect(await get(site.id)).toMatchObject({ status: 'verified', failing_since: null, pinged: true })
  expect(w.push([`${url}/again`]).planned).toBe(1)
})

test('sites that were never verified, or are switched off, are left alone', async () => {
  const pending = w.website()
  await w.call('ada', 'add_indexnow_site', { host: pending.url })
  const off = await w.verifiedSite('ten_bakery')
  await w.call('ada', 'update_indexnow_site', { id: off.site.id, enabled: false })
  w.clock.turn(2 * DAY)
  expect(await verifyDue()).toBe(0)
  expect(await w.call('pat', 'tick_indexnow')).toEqual({ checked: 0, verified: 0, failing: 0, attempts: 0 })
  expect([pending.asked, off.asked.length]).toEqual([[], 1])
})

test('the tick looks at all sites at once, due or not, and sends what waits', async () => {
  const good = await w.verifiedSite('ten_bakery')
  const bad = await w.verifiedSite('ten_rival')
  delete bad.files[bad.key_path]
  w.push([`${good.url}/a`])
  expect(await w.call('pat', 'tick_indexnow')).toEqual({ checked: 2, verified: 1, failing: 1, attempts: 1 })
  expect(w.receiver.urls()).toEqual([`${good.url}/a`])
  await expect(w.call('ada', 'tick_indexnow')).rejects.toMatchObject({ code: 'forbidden' })
})

test('many sites are all looked at', async () => {
  const web = w.website()
  for (let i = 0; i < 40; i++) {
    const site = await w.call<Site>('ada', 'add_indexnow_site', {
      host: web.url.replace('127.0.0.1', `127.0.0.${i + 1}`),
    })
    w.db.write((tx) =>
      tx.run("update indexnow_sites set status = 'verified', checked_at = ? where id = ?", tx.now, site.id),
    )
  }
  w.clock.turn(DAY)
  expect(await verifyDue()).toBe(40)
})
