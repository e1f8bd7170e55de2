/** The bell: rows of what happened, for each person since their own mark, and only within reach. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { countIn } from '../../../src/features/attention/bell.ts'
import { DAY, HOUR } from '../../../src/kernel/time/clock.ts'
import { pushing, urls } from '../../pushing.ts'
import { browserOf } from '../../views/browser.ts'
import { CAST, callerOf, type Person } from '../../world.ts'

type Item = { kind: string; id: string; tenant_id: string; name: string; links: number | null; indexed: number | null }
type Bell = { since: string; until: string; happenings: Item[] }

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
beforeAll(async () => {
  office = await pushing(500, 500)
  browser = browserOf(office)
  await office.call('ada', 'allocate_credits', { tenant_id: CAST.vera.tenant_id, amount: 200 })
  for (const tenant_id of [CAST.vera.tenant_id, CAST.ada.tenant_id])
    await office.call('ada', 'submit_index_job', { tenant_id, urls: urls(20), preflight: false, name: tenant_id })
  for (const day of [0, 1, 3, 7, 8]) await office.day(day)
})
afterAll(() => office.close())

const bell = async (who: Person) => {
  const { happenings: items, ...times } = await office.call<Bell>(who, 'get_bell')
  return { ...times, items }
}
const unseen = async (who: Person) =>
  (await office.call<{ workspace: { unseen: number } }>(who, 'get_shell')).workspace.unseen
const ask = () =>
  office.db.write((tx) =>
    tx.run(
      "insert into page_questions (id, tenant_id, url, text, email, asked_at) values (?, 'ten_bakery', 'https://bakery.example/a', 'Why?', 'r@bakery.example', ?)",
      crypto.randomUUID(),
      tx.now,
    ),
  )

test('pushes that ended ring with their figures, each for people who can reach the workspace', async () => {
  const { items } = await bell('ada')
  expect(items.map(({ kind, tenant_id, links }) => [kind, tenant_id, links]).sort()).toEqual([
    ['push_finished', CAST.vera.tenant_id, 20],
    ['push_finished', CAST.ada.tenant_id, 20],
  ])
  const { indexed } = items.find(({ tenant_id }) => tenant_id === CAST.vera.tenant_id)!
  const job = office.db.read((tx) =>
    tx.number(
      "select count(*) from links l join jobs j on j.id = l.job_id where j.tenant_id = ? and l.indexed = 'yes'",
      CAST.vera.tenant_id,
    ),
  )
  expect(indexed).toBe(job)
  expect((await bell('vera')).items.map(({ tenant_id }) => tenant_id)).toEqual([CAST.vera.tenant_id])
  expect([await unseen('ada'), await unseen('vera')]).toEqual([2, 1])
})

test('questions and faults ring for people who push, and not for viewers', async () => {
  ask()
  expect((await bell('ada')).items[0]).toMatchObject({ kind: 'question', name: 'https://bakery.example/a' })
  expect((await bell('vera')).items.map(({ kind }) => kind)).not.toContain('question')
})

test('a mark is of one person, covers the workspaces below, and leaves what came after the list', async () => {
  const { until } = await bell('ada')
  office.clock.turn(HOUR)
  ask()
  await office.call('ada', 'mark_bell_seen', { until })
  expect((await bell('ada')).items.map(({ kind }) => kind)).toEqual(['question'])
  expect((await bell('ada')).since).toBe(until)
  expect(await unseen('ada')).toBe(1)
  expect(await unseen('vera')).toBe(1)
  // A mark of a client does not cover the agency, and an older one does not take a later one back.
  await office.call('vera', 'mark_bell_seen', {})
  await office.call('ada', 'mark_bell_seen', { until: '2026-01-01T00:00:00.000Z' })
  expect([await unseen('ada'), await unseen('vera')]).toEqual([1, 0])
  expect((await bell('ada')).since).toBe(until)
})

test('a mark of the future marks until now, and after two weeks nothing rings', async () => {
  await office.call('ada', 'mark_bell_seen', { until: '2090-01-01T00:00:00.000Z' })
  office.clock.turn(HOUR)
  ask()
  expect(await unseen('ada')).toBe(1)
  office.clock.turn(16 * DAY)
  expect(await unseen('ada')).toBe(0)
})

test('the button of every page has the count, its list links to what happened, and one form marks it', async () => {
  ask()
  const base = `/app/w/${CAST.ada.tenant_id}`
  const { html } = await browser.visit('ada', `${base}/account`)
  expect(html).toMatch(/<button[^>]*popovertarget="bell"[^>]*aria-label="1 new happening"/)
  const list = await browser.visit('ada', `${base}/bell`)
  expect(list.main).toContain(`href="/app/w/${CAST.vera.tenant_id}/today"`)
  const [, until] = /name="until" value="([^"]+)"/.exec(list.main)!
  expect((await browser.send('ada', `${base}/bell/seen`, { until: until! })).location).toBe(`${base}/bell`)
  expect(await unseen('ada')).toBe(0)
})

test('the count of a page reads each table by an index of its time or its workspace', () => {
  const plan = office.db.read((tx) =>
    tx.rows<{ detail: string }>(`explain query plan ${countIn(callerOf('ada'))}`, '', '', '', '', '[]'),
  )
  const details = plan.map(({ detail }) => detail)
  const tables = ['j', 'i', 'q', 's', 'p', 'e', 'tenants', 'bell_marks']
  for (const table of tables) {
    expect(details.some((detail) => detail.startsWith(`SEARCH ${table} USING`))).toBe(true)
    expect(details.filter((detail) => detail === `SCAN ${table}` || detail.startsWith(`SCAN ${table} `))).toEqual([])
  }
})
