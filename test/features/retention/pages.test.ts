/** The page of drops, and the part of a drop that unfolds below its row. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { DAY, plus } from '../../../src/kernel/time/clock.ts'
import { purgeDeletedJobsTask } from '../../../src/tasks/pushes/purge-deleted-jobs.ts'
import { browserOf } from '../../views/browser.ts'
import { pages, radar } from './radar.ts'
import { seedDrop } from './seed.ts'

let w: Awaited<ReturnType<typeof radar>>
beforeEach(async () => {
  w = await radar()
})
afterEach(() => w.stop())

/** The world without what the radar adds. */
const office = () => ({ ...w, day: () => Promise.resolve() })
const AT = '/app/w/ten_northwind/still-there'
const drop = (id: number) => w.db.write((tx) => seedDrop(tx, id, 'ten_bakery'))
const idsOf = (job: string) =>
  w.rows<{ id: number }>('select id from links where job_id = ? order by id', job).map(({ id }) => id)

test('pages of several hosts are named with their hosts below the row of an event', async () => {
  const [id] = idsOf(await w.push(pages(1, 'bakery.example', 'rye'), 'ten_bakery'))
  drop(id!)
  const at = plus(w.clock.now(), DAY)
  w.db.write((tx) => {
    tx.run(
      "insert into engine_events (id, root_id, opened_at, until, hosts, clients) values ('evt', 'ten_northwind', ?, ?, 5, 3)",
      ...[tx.now, at],
    )
    tx.run("update drops set host = '', cause = 'engine_event', event_id = 'evt'")
  })
  const { html } = await browserOf(office()).visit('ada', `${AT}/drp_bakery`, {
    'hx-request': 'true',
    'hx-request-type': 'partial',
  })
  expect(html).toContain('<li class="clip">https://bakery.example/rye0')
})

test('a drop whose push was deleted did not come back', async () => {
  const job = await w.push(pages(1), 'ten_bakery')
  drop(idsOf(job)[0]!)
  await w.go(30)
  await w.call('ada', 'delete_job', { id: job })
  await w.run(purgeDeletedJobsTask)
  expect(w.watches()).toEqual([])
  w.db.write((tx) => void tx.run('update drops set opened_at = ?', tx.now))
  const { text } = await browserOf(office()).visit('ada', AT)
  expect(text).not.toContain('All came back')
})

test('of more drops than are shown the newest are there, the most links first', async () => {
  const [id] = idsOf(await w.push(pages(1), 'ten_bakery'))
  drop(id!)
  w.db.write((tx) => {
    for (let i = 0; i < 100; i++)
      tx.run(
        `insert into drops (id, tenant_id, host, cause, week, opened_at, state)
         values (?, 'ten_bakery', ?, 'noindex', '2026-10-26', ?, 'open')`,
        ...[`drp_${String(i).padStart(3, '0')}`, `h${i}.example`, tx.now],
      )
  })
  const { html, text } = await browserOf(office()).visit('ada', AT)
  expect(html).toContain('still-there/drp_bakery')
  expect(text).toContain('the newest 100')
})

test('a letter to the client is offered to its agency, and not to the client', async () => {
  drop(idsOf(await w.push(pages(1), 'ten_bakery'))[0]!)
  w.db.write((tx) => void tx.run("update drops set cause = 'noindex', opened_at = ?", tx.now))
  const browser = browserOf(office())
  const offered = async (person: 'ada' | 'vera', workspace: string) =>
    (await browser.visit(person, `/app/w/${workspace}/still-there`)).html.includes('/write?about=dropped&amp;ref=drp_')
  expect(await offered('ada', 'ten_northwind')).toBe(true)
  expect(await offered('vera', 'ten_bakery')).toBe(false)
})
