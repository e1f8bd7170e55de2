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

test('a client’s own people see no sentence about what is of the agency alone', async () => {
  const browser = browserOf(w)
  const page = async (who: 'ada' | 'vera', id: string) => (await browser.visit(who, `/app/w/${id}/notifications`)).main
  const OF_AGENCY = ['name="events.question_asked"', '/webhooks/room"', '/reports/schedule"']
  const shown = (main: string) => OF_AGENCY.map((part) => main.includes(part))
  expect(shown(await page('ada', 'ten_northwind'))).toEqual([true, true, true])
  expect(shown(await page('ada', 'ten_bakery'))).toEqual([false, true, true])
  w.db.write((tx) => tx.run("update members set role = 'admin' where user_id = 'usr_vera'"))
  const own = await page('vera', 'ten_bakery')
  expect(own).toContain('name="events.low_credits"')
  expect(shown(own)).toEqual([false, false, false])
})
