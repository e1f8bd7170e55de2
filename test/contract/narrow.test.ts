/**
 * `narrow.md` says for every operation that makes something lasting what that is, and what a narrow caller makes by it.
 * Each is asked over the real server, and what it made is compared with the limits of who made it.
 * After a change that is meant: `UPDATE_NARROW=1 bun test test/contract/narrow.test.ts`, and read the difference.
 */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSession, sessionCookieName } from '../../src/domains/accounts/index.ts'
import { createKey } from '../../src/domains/keys/index.ts'
import { type AnyOperation, changes } from '../../src/kernel/operation/operation.ts'
import { operations } from '../../src/operations/index.ts'
import { seedOwnDomain } from '../domains/branding/seed.ts'
import { connected, registered } from '../domains/oauth/app.ts'
import { callerOf, type World } from '../world.ts'
import { type Cast, openCast } from './cast.ts'
import { tablesOf } from './kept-rows.ts'
import { HOW, type How, PASSING } from './narrow.ts'
import { ask, exampleOf, type Input, send } from './request.ts'
import type { Credential } from './seed-cast.ts'

setDefaultTimeout(600_000)

const FILE = join(import.meta.dir, 'narrow.md')
const OWN = 'seo.bakery.example'
const CAP = 1_000_000
const BAKERY = '/ten_northwind/ten_bakery/'
const NORTHWIND = '/ten_northwind/'

/** `within`: the tree that all it makes must lie in. `capped`: what it makes must share its limit on credits. */
type Narrow = { who: Credential; within: string; app?: true; capped?: true; lasts?: false }

let cast: Cast
let narrow: Record<string, Narrow>
let rows: Database
beforeAll(async () => {
  cast = await openCast(async (w) => {
    narrow = await callers(w)
  })
  rows = new Database(cast.db.file, { readonly: true })
})
afterAll(() => {
  rows.close()
  return cast.close()
})

async function callers(w: World): Promise<Record<string, Narrow>> {
  w.db.write((tx) => {
    seedOwnDomain({ run: (sql) => tx.run(sql) }, 'ten_bakery', OWN)
    tx.run("delete from members where user_id = 'usr_rita'")
    return tx.run("insert into members values ('ten_bakery', 'usr_rita', 'owner', ?)", tx.now)
  })
  const key = (tenant_id: string, limit: object): Credential => {
    const given = { tenant_id, name: 'Narrow', role: 'owner' as const, rate_per_min: 600, ...limit }
    return { authorization: `Bearer ${w.db.write((tx) => createKey(tx, callerOf('ada'), given).secret)}` }
  }
  const atDomain = async (user_id: string): Promise<Credential> => {
    const { token } = await openSession(w.app, user_id, { ip: null, user_agent: null, domain_of: 'ten_bakery' })
    return { cookie: `${sessionCookieName(w.app.config)}=${token}`, 'sec-fetch-site': 'same-origin', host: OWN }
  }
  const { access_token } = connected(w, registered(w), { who: 'ada', scope: 'admin' })
  w.db.write((tx) => tx.run('update oauth_grants set daily_credit_cap = ?', CAP))
  return {
    'own domain': { who: await atDomain('usr_ada'), within: BAKERY, lasts: false },
    'belongs there alone': { who: await atDomain('usr_rita'), within: BAKERY, lasts: false },
    'client key': { who: key('ten_bakery', {}), within: BAKERY },
    'capped key': { who: key('ten_northwind', { daily_credit_cap: CAP }), within: NORTHWIND, capped: true },
    'key with approval': { who: key('ten_northwind', { approval_above: CAP }), within: NORTHWIND, capped: true },
    app: { who: { authorization: `Bearer ${access_token}` }, within: NORTHWIND, app: true, capped: true },
  }
}

type Row = Record<string, unknown>
type Made = { table: string; row: Row }

/** Rows of these tables that last, as text. */
const snapshot = (tables: string[]): Map<string, Set<string>> =>
  new Map(
    tables
      .filter((name) => !PASSING.has(name))
      .map((name) => [
        name,
        new Set(
          rows
            .query<Row, []>(`select * from ${name} ${name === 'settings' ? COUNTED : ''}`)
            .all()
            .map((row) => JSON.stringify({ ...row, last_used_at: 0, last_seen_at: 0 })),
        ),
      ]),
  )

/** Settings without the notes of tasks, and of a busy machine. */
const COUNTED = "where name not like 'standing_pushes_%' and name not in ('loop_stalls', 'sent_urls_until')"

let before: Map<string, Set<string>>

/** Rows that an operation made or changed. */
const madeSince = (): Made[] =>
  [...snapshot(cast.changed())].flatMap(([table, found]) =>
    [...found].filter((row) => !before.get(table)!.has(row)).map((row) => ({ table, row: JSON.parse(row) as Row })),
  )

/** The example, about the workspace that the caller is limited to. */
const inputFor = (operation: AnyOperation, within: string): Input =>
  within === BAKERY
    ? (JSON.parse(JSON.stringify(exampleOf(operation)).replaceAll('"ten_northwind"', '"ten_bakery"')) as Input)
    : exampleOf(operation)

async function asked(operation: AnyOperation, { who, app, within }: Narrow): Promise<number> {
  const input = inputFor(operation, within)
  if (!app) return (await ask(cast, operation, who, input)).status
  const { text } = await send(`${cast.url}/mcp`, {
    method: 'POST',
    headers: { ...who, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: operation.name, arguments: input },
    }),
  })
  return text.includes('"isError":true') ? 403 : 200
}

const pathOf = (tenant_id: unknown): string =>
  rows.query<{ path: string }, [string]>('select path from tenants where id = ?').get(String(tenant_id))?.path ?? ''

/** What of a person says how they sign in, or what they may do. */
const IDENTITY = ['email', 'password_hash', 'status', 'platform_admin', 'email_verified_at', 'passkey_handle']

/** The row as it was; null for a new one. */
const was = ({ table, row }: Made): Row | null =>
  [...before.get(table)!].map((text) => JSON.parse(text) as Row).find(({ id }) => id === row.id) ?? null

/** A person as they were, or invited without a password; a session that was there, or was renewed at the same domain. */
function isSamePerson({ lasts }: Narrow, made: Made): boolean {
  const { table, row } = made
  const old = was(made)
  if (table === 'users') return old ? IDENTITY.every((name) => old[name] === row[name]) : row.password_hash === null
  if (table === 'sessions') return old !== null || (lasts === false && row.domain_of === 'ten_bakery')
  return false
}

/** Why the row is wider than who made it; null where it is not. */
function widerThan(by: Narrow, made: Made): string | null {
  const { within, capped, lasts } = by
  const { table, row } = made
  const how = HOW[table]?.how
  if (!how) return `${table}: say in narrow.ts how it is bound`
  if (how === 'install') return `${table}: holds for everybody`
  if (how === 'person') return isSamePerson(by, made) ? null : `${table}: changes how a person signs in`
  const tenant_id = table === 'tenants' ? row.id : row.tenant_id
  if (typeof tenant_id === 'string' && !pathOf(tenant_id).startsWith(within))
    return `${table}: in ${tenant_id}, outside`
  if (how.includes('bearer') && lasts === false && !stops(made))
    return `${table}: works after the session, at any address`
  if (how.includes('spends') && capped && !stops(made)) return `${table}: spends later, beyond the limit`
  if (
    how === 'role' &&
    (capped || lasts === false) &&
    row.role &&
    row.role !== 'client_viewer' &&
    row.role !== was(made)?.role
  )
    return `${table}: a person as ${row.role}, without the limits`
  if (table === 'api_keys' && capped && row.status === 'active' && !was(made)) {
    if (row.daily_credit_cap === null && row.approval_above === null) return 'api_keys: without a limit on credits'
    if (row.platform === 1) return 'api_keys: with the rights of the platform admin'
  }
  return null
}

/** Whether a rule was only stopped. */
const stops = (made: Made): boolean =>
  was(made) !== null && (made.row.paused === 1 || made.row.state === 'stopped' || made.row.status === 'revoked')

test('what a narrow caller makes is as narrow, as narrow.md says', async () => {
  const table: string[][] = []
  const wider: string[] = []
  before = snapshot(tablesOf(rows))
  expect(Object.keys(HOW).filter((name) => !tablesOf(rows).includes(name))).toEqual([])
  for (const operation of operations.filter(changes)) {
    const { agency, sessions } = cast
    const whole = operation.role === 'platform' ? sessions.pat : agency.owner.session
    const { status } = await ask(cast, operation, whole, exampleOf(operation))
    const lasting = [...new Set(madeSince().map((one) => one.table))].toSorted()
    cast.reset()
    const cells: string[] = []
    for (const [name, kind] of Object.entries(narrow)) {
      if (kind.app && !operation.tool) {
        cells.push('–')
        continue
      }
      const answered = await asked(operation, kind)
      const made = madeSince()
      for (const one of made) {
        const why = widerThan(kind, one)
        if (why) wider.push(`${operation.name} by ${name}: ${why}`)
      }
      const tables = [...new Set(made.map((one) => one.table))].toSorted()
      cells.push(answered >= 400 ? String(answered) : tables.length > 0 ? 'bound' : 'nothing')
      if (tables.some((one) => !lasting.includes(one)) && answered < 400) lasting.push(...tables)
      cast.reset()
    }
    const makes = [...new Set(lasting)].toSorted()
    if (makes.length > 0) table.push([operation.name, makes.join(', '), ...cells])
    else if (status >= 400) table.push([operation.name, `not asked: ${status}`, ...cells])
  }
  expect([...new Set(wider)]).toEqual([])
  const drawn = [['operation', 'makes or changes', ...Object.keys(narrow)], ...table]
  const text = `${intro()}\n${draw(drawn)}\n`
  if (process.env.UPDATE_NARROW) writeFileSync(FILE, text)
  expect(text.split('\n')).toEqual(readFileSync(FILE, 'utf8').split('\n'))
})

const MEANS: Record<How, string> = {
  tree: 'in the tree of its maker',
  role: 'in the tree; with a limit on credits, or at an own domain, as client_viewer alone',
  spends: 'in the tree; not with a limit on credits',
  bearer: 'in the tree; not at an own domain',
  'spends and bearer': 'in the tree; neither with a limit on credits nor at an own domain',
  person: 'by nobody here, but for their own name and a renewed session',
  install: 'by nobody here',
}

const intro = () => `# What a narrow caller makes

What an operation makes is as narrow as its maker. Each operation is asked with its example, as the owner and by callers
with a limit; what it made is compared with that limit. \`bound\`: it made something, within the limit. \`nothing\`: it made
nothing that lasts. A number: refused so. \`–\`: not a tool, so apps cannot ask it.
\`own domain\` is the owner of the agency at the own domain of the Bakery, \`belongs there alone\` an owner of the Bakery at
it; \`client key\` is a key for the Bakery; the next two have a limit on credits; \`app\` has the scope admin and a daily cap.
Apps are connected at the address of the install alone, for one workspace, with a scope, a cap and approval of their own.

${draw([['what lasts', 'made', 'bound by'], ...Object.entries(HOW).map(([table, { how, words }]) => [table, MEANS[how], words])])}
`

function draw(lines: string[][]): string {
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((row) => row[column]!.length)))
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  const [head, ...body] = lines
  return [line(head!), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}
