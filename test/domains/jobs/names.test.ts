import { afterEach, beforeEach, expect, test } from 'bun:test'
import { refusal } from '../../refusal.ts'
import { type Setting, setting } from '../providers/setting.ts'

let one: Setting
beforeEach(async () => {
  one = await setting()
  await one.call('pat', 'update_integrations', { engines: { scan_standard: { adapter: 'simulated' } } })
})
afterEach(() => one.end())

type Job = { id: string; name: string }
type Lines = { items: { note: string | null; reason: string }[] }

const URLS = ['https://bakery.example/bread', 'https://shop.bakery.example/cake']

test.each(['submit_index_job', 'check_index'])(
  'a job without a name (%s) is named after its hosts, and its line in the ledger says the same',
  async (operation) => {
    for (const name of [undefined, '', '  ']) {
      const job = await one.call<Job>('ada', operation, { urls: URLS, name })
      expect(job.name).toBe('bakery.example and 1 more')
      const { items } = await one.call<Lines>('ada', 'list_ledger', { page_size: 1 })
      expect(items).toMatchObject([{ note: 'bakery.example and 1 more' }])
    }
    expect(await one.call<Job>('ada', operation, { urls: URLS, name: '  Spring  ' })).toMatchObject({ name: 'Spring' })
  },
)

test('a job is never left without a name: a blank one is refused, spaces around one are dropped', async () => {
  const { id } = await one.push(URLS)
  for (const name of ['', '   '])
    expect(await refusal(one.call('ada', 'update_job', { id, name }))).toMatchObject({
      code: 'validation_failed',
      details: { issues: [{ path: 'name' }] },
    })
  expect(await one.call<Job>('ada', 'update_job', { id, name: ' Autumn ' })).toMatchObject({ name: 'Autumn' })
  expect(await one.call<Job>('ada', 'update_job', { id, recheck_days: 2 })).toMatchObject({ name: 'Autumn' })
})
