/** Lines of the audit read as sentences. */
import { expect, test } from 'bun:test'
import { operations } from '../../../src/operations/index.ts'
import { auditWords } from '../../../views/system/audit-words.ts'

const summaries = new Map(operations.map(({ name, summary }) => [name, summary]))
const of = (action: string, after: object | null = null, before: object | null = null) =>
  auditWords({ action, before, after }, summaries.get(action))

test('acts that people know have their name and their number', () => {
  expect([
    of('submit_index_job', { links: 38, name: 'x' }),
    of('submit_index_job', { links: 1 }),
    of('check_index', { urls: 1200 }),
    of('allocate_credits', { amount: 619, kind: 'check' }),
    of('adjust_credits', { amount: -5, kind: 'index' }),
    of('submit_index_job'),
    of('create_sub_tenant', { name: 'Bakery' }),
    of('add_member', { email: 'bo@bakery.example', role: 'admin' }),
  ]).toEqual([
    'pushed 38 links',
    'pushed 1 link',
    'checked 1,200 links',
    'transferred 619 check credits',
    'removed 5 index credits',
    'pushed links',
    'added a workspace: Bakery',
    'invited bo@bakery.example as admin to a workspace',
  ])
})

test('an operation that does one of several things says which', () => {
  expect([
    of('update_tenant', { archived: true }, { archived: false }),
    of('update_tenant', { archived: false }, { archived: true }),
    of('update_tenant', { name: 'Bakery' }, { name: 'Baker' }),
    of('delete_tenant', null, { name: 'Bakery' }),
    of('update_job', { name: 'Autumn' }, { name: 'Fall' }),
    of('update_job', { tenant_id: 'ten_florist' }, { tenant_id: 'ten_bakery' }),
    of('put_portal', { enabled: true, origins: [] }),
    of('put_portal', { enabled: false, origins: [] }),
  ]).toEqual([
    'archived a workspace',
    'restored a workspace',
    'changed the name of a workspace',
    'deleted the workspace Bakery',
    'renamed a push or check',
    'moved a push to another client',
    'opened the portal of a workspace',
    'closed the portal of a workspace',
  ])
})

test('every other act is the summary of its operation in the past, with the name of the thing', () => {
  expect([
    of('delete_user'),
    of('rotate_indexnow_key'),
    of('verify_audit'),
    of('create_api_key', { name: 'Nightly push' }),
    of('change_password'),
    of('list_tenant_audit', { read: true }),
    of('export_audit_csv', { read: true }),
  ]).toEqual([
    'deleted a person’s account',
    'created a new key for a site',
    'verified the hash chain of the audit trail',
    'created an API key: Nightly push',
    'changed their password',
    'read the audit trail of a workspace',
    'exported the audit trail as CSV',
  ])
})

test('an act that no operation declares is its code in the past', () => {
  expect(of('rotate_key')).toBe('rotated key')
})

test('every sentence is short and has no part in the imperative', () => {
  const said = [...summaries.keys()].map((action) => of(action))
  expect(said.filter((words) => words.length > 110)).toEqual([])
  expect(said.filter((words) => /[.:;]$|, (and|or|to) /.test(words))).toEqual([])
})
