import { expect, test } from 'bun:test'
import { refusal } from '../../refusal.ts'
import { world } from '../../world.ts'

test('one request has what a refund would take, for those who may see its workspace', async () => {
  const w = world()
  const { id } = await w.call<{ id: string }>('ada', 'create_credit_request', { pack: 'try' })
  const read = (who: 'ada' | 'pat' | 'rita') => w.call(who, 'get_credit_request', { id })
  expect(await read('ada')).toMatchObject({ status: 'pending', unspent: null })
  await w.call('pat', 'approve_credit_request', { id })
  expect(await read('pat')).toMatchObject({ status: 'approved', unspent: { index: { available: 50 } } })
  await w.call('pat', 'refund_credit_request', { id })
  expect(await read('ada')).toMatchObject({ taken_back: { index: 50, check: 100 }, owed: { index: 0, check: 0 } })
  expect(await refusal(read('rita'))).toMatchObject({ code: 'not_found' })
  w.close()
})
