/** How many people of clients get letters: each client by itself, and each person once. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { refusal } from '../../../refusal.ts'
import { browserOf } from '../../../views/browser.ts'
import { type World, world } from '../../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

type Readers = { items: { tenant_id: string; reports: number; accounts: number }[]; total: number; people: number }
const readers = () => w.call<Readers>('ada', 'list_client_readers', { id: 'ten_northwind' })
const add = (email: string) =>
  w.call('ada', 'add_report_recipient', { id: 'ten_bakery', email, name: '', has_consent: true })

test('recipients of reports and people with an account count for their client, and once in all', async () => {
  const bakery = async () => (await readers()).items.find(({ tenant_id }) => tenant_id === 'ten_bakery')
  expect(await bakery()).toMatchObject({ reports: 0, accounts: 1 })
  const before = (await readers()).people
  await add('vera@bakery.example')
  await add('olga@bakery.example')
  expect(await bakery()).toMatchObject({ reports: 2, accounts: 1 })
  expect((await readers()).people).toBe(before + 1)
  w.db.write((tx) => tx.run("update tenants set archived_at = ? where id = 'ten_bakery'", tx.now))
  expect(await bakery()).toBeUndefined()
  expect((await refusal(w.call('vera', 'list_client_readers', { id: 'ten_bakery' }))).status).toBe(403)
})

test('Notifications of the agency say so with a link to each client, those of a client do not', async () => {
  await add('olga@bakery.example')
  const browser = browserOf(w)
  const recipients = 'href="/app/w/ten_bakery/reports/recipients"'
  expect((await browser.visit('ada', '/app/w/ten_northwind/notifications')).main).toContain(recipients)
  expect((await browser.visit('ada', '/app/w/ten_bakery/notifications')).main).not.toContain(recipients)
})
