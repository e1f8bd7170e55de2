/** Reads that pages are drawn from, as a program asks them. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { writeSetting } from '../../src/kernel/database/settings.ts'
import { pages, type Setting, setting } from '../domains/providers/setting.ts'
import { refusal } from '../refusal.ts'

let one: Setting
beforeEach(async () => {
  one = await setting()
})
afterEach(() => one.end())

test('get_shell names the plan, the credits and the open jobs of the workspace; the install only to its admin', async () => {
  await one.push(pages(2))
  const mine = await one.call<{ workspace: object; install: unknown }>('ada', 'get_shell', {})
  expect(mine.workspace).toMatchObject({ id: 'ten_northwind', name: 'Northwind', open_jobs: 1, waiting_drafts: 0 })
  expect(mine.install).toBeNull()
  expect((await one.call<{ install: object }>('pat', 'get_shell', {})).install).toMatchObject({ open_errors: 0 })
})

test('get_order_options tells whose a host is, and nothing of workspaces out of reach', async () => {
  await one.push(pages(1))
  const host = new URL(pages(1)[0]!).host
  const options = (who: 'ada' | 'rita') =>
    one.call<{ tenants: { id: string }[]; owners: object[] }>(who, 'get_order_options', { hosts: host })
  expect((await options('ada')).owners).toMatchObject([{ host, tenant_id: 'ten_northwind' }])
  expect((await options('rita')).owners).toEqual([])
  expect((await options('rita')).tenants.map(({ id }) => id)).toEqual(['ten_rival'])
  expect(await refusal(one.call('rita', 'get_order_options', { tenant_id: 'ten_bakery' }))).toMatchObject({
    code: 'not_found',
  })
})

test('get_job_order has the links of a job, and preview_stop what stopping them refunds', async () => {
  const { id } = await one.push(pages(3), { drip_days: 5 })
  expect(await one.call<object>('ada', 'get_job_order', { id })).toMatchObject({ urls: pages(3), drip_days: 5 })
  const { items } = await one.call<{ items: { uid: number }[] }>('ada', 'list_job_urls', { id })
  const uids = items.map(({ uid }) => uid)
  const seen = await one.call<{ unsent: object[] }>('ada', 'preview_stop', { uids })
  expect(seen.unsent).toHaveLength(3)
  expect(await one.call<object>('rita', 'preview_stop', { uids })).toMatchObject({ unsent: [], left: 0 })
})

test('get_tenant_overview and list_clients tell the same figures; only workspaces below are listed', async () => {
  type Overview = { standing: { available: number; sent_30d: number } }
  await one.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 25 })
  const { standing } = await one.call<Overview>('ada', 'get_tenant_overview', { id: 'ten_bakery' })
  const listed = (input: object) => one.call<{ items: object[]; counts: object }>('ada', 'list_clients', { ...input })
  const all = await listed({})
  expect(all.items).toMatchObject([{ id: 'ten_bakery', ...standing, available: 25 }])
  expect(all.counts).toEqual({ all: 1, off_usual: 0, low_credits: 0, no_push: 1 })
  expect((await listed({ view: 'off_usual' })).items).toEqual([])
  expect((await listed({ q: 'BAK' })).items).toHaveLength(1)
  expect((await listed({ q: 'rival' })).items).toEqual([])
})

test('search finds workspaces and jobs by name, and links by address only when asked', async () => {
  await one.push(pages(2), { name: 'Spring pages' })
  type Matches = { jobs: object[]; links: object[]; tenants: object[] }
  const find = (input: Record<string, unknown>) => one.call<Matches>('ada', 'search', input)
  expect((await find({ q: 'spring' })).jobs).toMatchObject([{ name: 'Spring pages' }])
  expect((await find({ q: 'bakery' })).tenants).toMatchObject([{ id: 'ten_bakery' }])
  const host = new URL(pages(1)[0]!).host
  expect((await find({ q: host })).links).toEqual([])
  expect((await find({ q: host, links: true })).links).toHaveLength(2)
})

test('get_setup, get_clock and get_unverified_accounts are for the platform admin', async () => {
  expect(await one.call<object>('pat', 'get_setup', {})).toMatchObject({ dismissed: false, address: null })
  expect(await one.call<object>('pat', 'get_clock', {})).toMatchObject({ doubt: null, waiting: null })
  expect(await one.call<object>('pat', 'get_unverified_accounts', {})).toEqual({ accounts: [] })
  expect(await refusal(one.call('ada', 'get_setup', {}))).toMatchObject({ code: 'forbidden' })
})

test('get_clock counts the pushes and links that wait while the clock is in doubt', async () => {
  await one.push(pages(3), { drip_days: 5 })
  const kept = { latest: '2026-01-01T00:00:00.000Z', trusted: null, reported: null, repair: false, jumped: false }
  one.db.write((tx) => writeSetting(tx, 'clock', kept) as undefined)
  const { doubt, waiting } = await one.call<{ doubt: object; waiting: object }>('pat', 'get_clock', {})
  expect(doubt).not.toBeNull()
  expect(waiting).toMatchObject({ pushes: 1, links: 3 })
})
