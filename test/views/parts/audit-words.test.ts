/** Lines of the audit read as sentences. */
import { expect, test } from 'bun:test'
import { auditWords } from '../../../views/system/audit-words.ts'

test('acts that people know have their name and their number', () => {
  const of = (action: string, after: object | null = null) => auditWords({ action, after })
  expect([
    of('submit_index_job', { links: 38, name: 'x' }),
    of('submit_index_job', { links: 1 }),
    of('check_index', { urls: 1200 }),
    of('allocate_credits', { amount: 619 }),
    of('submit_index_job'),
    of('create_sub_tenant', { name: 'Bakery' }),
  ]).toEqual([
    'pushed 38 links',
    'pushed 1 link',
    'checked 1,200 links',
    'transferred 619 credits',
    'pushed links',
    'added a client',
  ])
})

test('every other act is its operation in the past', () => {
  const of = (action: string) => auditWords({ action, after: null })
  expect([of('delete_user'), of('rotate_api_key'), of('suspend_user'), of('retry_job')]).toEqual([
    'deleted user',
    'rotated api key',
    'suspended user',
    'retried job',
  ])
})
