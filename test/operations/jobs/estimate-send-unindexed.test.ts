import { afterAll, beforeAll, expect, test } from 'bun:test'
import { pushing, urls } from '../../pushing.ts'
import { refusal } from '../../refusal.ts'

let office: Awaited<ReturnType<typeof pushing>>
let id: string
beforeAll(async () => {
  office = await pushing(300)
  ;({ id } = await office.call<{ id: string }>('ada', 'submit_index_job', { urls: urls(60), preflight: false }))
  for (const day of [0, 1, 3, 8]) await office.day(day)
})
afterAll(() => office.close())

test('the estimate counts the links that the order then sends again, and none once they are sent', async () => {
  const { unseen } = await office.call<{ unseen: number }>('ada', 'get_job_summary', { id })
  expect(unseen).toBeGreaterThan(0)
  const before = office.credits()
  const { credits, orderable } = await office.call<{ credits: number; orderable: boolean }>(
    'ada',
    'estimate_send_unindexed',
    { id },
  )
  expect([credits, orderable]).toEqual([unseen, true])
  expect(office.credits()).toEqual(before)
  expect(await office.call<object>('ada', 'send_unindexed_to_indexer', { id })).toMatchObject({ accepted: unseen })
  expect(await refusal(office.call('ada', 'estimate_send_unindexed', { id }))).toMatchObject({ code: 'conflict' })
})
