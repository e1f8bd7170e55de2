/** Sending again what was not seen: the page promises exactly what the operation then pushes. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { pushing, urls } from '../../pushing.ts'
import { CAST } from '../../world.ts'
import { browserOf } from '../browser.ts'

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
const BASE = `/app/w/${CAST.ada.tenant_id}`
let held: string
let checked: string

beforeAll(async () => {
  office = await pushing(500, 500)
  const order = async (operation: string, input: Record<string, unknown>) =>
    (await office.call<{ id: string }>('ada', operation, input)).id
  held = await order('submit_index_job', { urls: urls(40, 'held'), preflight: false, holdout_pct: 20 })
  checked = await order('check_index', { urls: urls(30, 'seek') })
  for (const day of [0, 1, 3, 7, 8]) await office.day(day)
  browser = browserOf(office)
})
afterAll(() => office.close())

type Detail = { status: string; link_count: number; outcome: { states: Record<string, number> } }
const detail = (id: string) => office.call<Detail>('ada', 'get_job_status', { id })
const promised = (text: string): number => Number(/Push (\d+) links?\b/.exec(text)?.[1] ?? 0)

/** What the question at this address says, and how many links the answer pushes. */
async function asked(address: string) {
  const { text } = await browser.visit('ada', address)
  const { location } = await browser.send('ada', address)
  const id = location!.split('/').at(-1)!
  return { said: promised(text), credits: Number(/(\d+) index credits? will be reserved/.exec(text)![1]), id }
}

/** One link of a job gets another address, so that what pushes it again no longer stands in the way. */
const moved = (id: string) =>
  office.db.write((tx) =>
    tx.run("update links set url = url || '-other' where id = (select min(id) from links where job_id = ?)", id),
  )

describe.each([
  ['a push with links held back', () => `${BASE}/jobs/${held}/send-unindexed`, () => held],
  ['a check', () => `${BASE}/jobs/${checked}/send-unindexed`, () => checked],
])('%s', (_, question, job) => {
  test('is told of as it is sent again, those that are pushed again already left out', async () => {
    expect((await detail(job())).status).toBe('done')
    const first = await asked(question())
    const { link_count } = await detail(first.id)
    expect([first.said, first.credits]).toEqual([link_count, link_count])
    const page = `${BASE}/jobs/${job()}`
    expect((await browser.visit('ada', page)).main).not.toContain(`href="${question()}"`)
    const none = await browser.visit('ada', question())
    expect([none.status, none.text.includes('already being pushed again')]).toEqual([409, true])
    // One of them is somewhere else by now: it alone is left.
    moved(first.id)
    expect((await browser.visit('ada', page)).main).toContain(`href="${question()}"`)
    const second = await asked(question())
    expect([second.said, (await detail(second.id)).link_count]).toEqual([1, 1])
  })
})

test('links held back that nobody saw are among them', async () => {
  const { states } = (await detail(held)).outcome
  expect(states.held_out).toBeGreaterThan(0)
  const [again] = office.db.read((tx) =>
    tx.rows<{ n: number }>('select max(link_count) as n from jobs where source_job_id = ?', held),
  )
  expect(again!.n).toBeGreaterThan(states.not_indexed!)
})
