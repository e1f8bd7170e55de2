/** Through the binary: each operation answers each role as the specification says, by key and by session. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { atLeast, ROLES, type Role } from '../../src/kernel/caller.ts'
import { type AnyOperation, changes } from '../../src/kernel/operation.ts'
import { operations } from '../../src/operations/index.ts'
import { type Document, readDocument } from '../contract/document.ts'
import { type Answered, ask, exampleOf, type Input } from '../contract/request.ts'
import { type Install, runOn, type Seeded, seededFolder } from './seeded.ts'

setDefaultTimeout(60_000)

let seeded: Seeded
let install: Install
let document: Document
beforeAll(async () => {
  seeded = await seededFolder({ of_each: 4 })
  install = await runOn(seeded.folder)
  document = await readDocument(install)
})
afterAll(async () => {
  await install.close()
  seeded.forget()
})

/** Where the specification's list of operations lies beside the project, its word on roles counts. */
const FILE = join(import.meta.dir, '../../../shared/spec/operations.json')
const MEANT: Record<string, AnyOperation['role']> = {
  '-': null,
  'member+': 'member',
  'admin+': 'admin',
  platform: 'platform',
}
type Row = { method: string; path: string; role: string }
const rows: Row[] = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : []
const specified = new Map(rows.map(({ method, path, role }) => [`${method} ${path}`, MEANT[role]!]))
const leastOf = ({ method, path, role }: AnyOperation): AnyOperation['role'] => {
  const said = specified.get(`${method} ${path}`)
  return said === undefined ? role : said
}

/** What the answer must be: 200, or the code of a 403. */
function expected(operation: AnyOperation, role: Role, via: 'key' | 'session'): string {
  const least = leastOf(operation)
  if (least === 'platform') return 'forbidden'
  if (via === 'key' && role === 'client_viewer' && changes(operation)) return 'read_only_key'
  if (via === 'key' && operation.person) return 'forbidden'
  return least === null || atLeast(role, least) ? done(operation) : 'forbidden'
}

/** This install takes no payments by itself. */
const PAID = ['create_checkout', 'change_plan', 'open_billing_portal']
const done = ({ name }: AnyOperation): string => (PAID.includes(name) ? 'no payments' : '200')

/** What anyone may change, that is, of their own. */
const speaksOfOneself = (operation: AnyOperation): boolean => operation.role === null && changes(operation)

/** The example, where it speaks of Ada's or Ben's own about the same of another person. */
const asTheirOwn = (operation: AnyOperation, user_id: string): Input =>
  speaksOfOneself(operation)
    ? (JSON.parse(
        JSON.stringify(exampleOf(operation))
          .replace(/(ses|gra)_ada/, `$1_${user_id}`)
          .replace('ben@northwind', `${user_id}@agency`),
      ) as Input)
    : exampleOf(operation)

/** Whether an operation has left something behind that may be in the way of another. */
let used = false

/** Asks; when what was done before is in the way, once more on a fresh install. */
async function asked(operation: AnyOperation, who: Record<string, string>, input: Input, wanted: string) {
  const first = await ask(install, operation, who, input)
  const answer = told(first) === wanted || !used ? first : await again(operation, who, input)
  if (answer.status === 200 && changes(operation)) used = true
  return answer
}

async function again(operation: AnyOperation, who: Record<string, string>, input: Input): Promise<Answered> {
  await install.renew()
  used = false
  return ask(install, operation, who, input)
}

function told({ status, json }: Answered): string {
  if (status === 403 && json?.error) return json.error.code
  if (json?.error?.message.startsWith('This install takes no payments')) return 'no payments'
  return `${status}${json?.error ? ` ${json.error.message}` : ''}`
}

describe('each role', () => {
  test.each(operations.map((one) => [one.name, one] as const))(
    'is answered by %s as specified',
    async (_, operation) => {
      const wrong: unknown[] = []
      for (const role of ROLES)
        for (const via of ['key', 'session'] as const) {
          const { user_id, [via]: who } = seeded.agency[role]
          const wanted = expected(operation, role, via)
          const answer = await asked(operation, who, asTheirOwn(operation, user_id), wanted)
          if (told(answer) !== wanted) wrong.push([role, via, wanted, told(answer)])
          wrong.push(...document.faultsOf(operation, answer))
        }
      expect(wrong).toEqual([])
    },
  )
})

describe('the platform admin', () => {
  // Credits of a tree come from its own owners: the platform admin adjusts them instead.
  // The key of the platform admin is no person who has signed in.
  const others = operations.filter((one) => !speaksOfOneself(one) && !one.person && one.name !== 'allocate_credits')
  test.each(others.map((one) => [one.name, one] as const))('is answered by %s in any workspace', async (_, one) => {
    const elsewhere = Object.fromEntries(one.tenant_names.map((name) => [name, 'ten_northwind']))
    const answer = await asked(one, seeded.platform, { ...elsewhere, ...exampleOf(one) }, done(one))
    expect([told(answer), document.faultsOf(one, answer)]).toEqual([done(one), []])
  })
})
