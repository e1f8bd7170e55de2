/**
 * `callers.md` says for every operation who may do it and who may not; here each is asked over the real server.
 * After a change that is meant: `UPDATE_CALLERS=1 bun test test/contract/callers.test.ts`, and read the difference.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSession, sessionCookieName, startView } from '../../src/domains/accounts/index.ts'
import { createKey } from '../../src/domains/keys/index.ts'
import { SCOPES } from '../../src/domains/oauth/index.ts'
import { findTenant } from '../../src/domains/tenants/index.ts'
import { ROLES } from '../../src/kernel/operation/caller.ts'
import { FAULT_CODES, statusOf } from '../../src/kernel/operation/fault.ts'
import { type AnyOperation, changes } from '../../src/kernel/operation/operation.ts'
import { operations } from '../../src/operations/index.ts'
import { seedOwnDomain } from '../domains/branding/seed.ts'
import { connected, registered } from '../domains/oauth/app.ts'
import { callerOf, type World } from '../world.ts'
import { type Cast, openCast } from './cast.ts'
import { ask, exampleOf, type Input, send } from './request.ts'
import type { Credential } from './seed-cast.ts'

setDefaultTimeout(600_000)

const FILE = join(import.meta.dir, 'callers.md')
const OWN = 'seo.bakery.example'

/** Who asks: by REST with these headers, or as an app by MCP, for the things of this person. */
type Kind = { who: Credential; person: string; app?: true }
type Kinds = Record<string, Kind>

let cast: Cast
let kinds: Kinds
beforeAll(async () => {
  cast = await openCast(async (w) => {
    kinds = await others(w)
  })
  const { agency, sessions, platform } = cast
  const people = ROLES.toReversed().map((role) => [
    role === 'client_viewer' ? 'viewer' : role,
    { who: agency[role].session, person: agency[role].user_id },
  ])
  kinds = {
    nobody: { who: {}, person: 'usr_ada' },
    platform: { who: sessions.pat, person: 'usr_pat' },
    'platform key': { who: platform, person: 'usr_pat' },
    ...Object.fromEntries(people),
    'owner key': { who: agency.owner.key, person: agency.owner.user_id },
    'viewer key': { who: agency.client_viewer.key, person: agency.client_viewer.user_id },
    ...kinds,
  }
})
afterAll(() => cast.close())

/** Those whom no other test of contracts has. */
async function others(w: World): Promise<Kinds> {
  const secret = (limit: object) =>
    w.db.write((tx) => {
      const given = { tenant_id: 'ten_northwind', name: 'Capped', role: 'owner' as const, rate_per_min: 600, ...limit }
      return createKey(tx, callerOf('ada'), given).secret
    })
  const cookie = async (
    user_id: string,
    domain_of: string | null,
  ): Promise<{ session_id: string; who: Credential }> => {
    const { token, session_id } = await openSession(w.app, user_id, { ip: null, user_agent: null, domain_of })
    return {
      session_id,
      who: { cookie: `${sessionCookieName(w.app.config)}=${token}`, 'sec-fetch-site': 'same-origin' },
    }
  }
  w.db.write((tx) => {
    seedOwnDomain({ run: (sql) => tx.run(sql) }, 'ten_bakery', OWN)
    return tx.run("insert into members values ('ten_bakery', 'usr_rita', 'owner', ?)", tx.now)
  })
  w.db.write((tx) => tx.run("delete from members where tenant_id = 'ten_rival' and user_id = 'usr_rita'"))
  const looking = await cookie('usr_pat', null)
  w.db.write((tx) => {
    const caller = { ...callerOf('pat'), session_id: looking.session_id }
    const origin = { reason: 'ticket 81', from_path: '/app', ip: null, request_id: 'test' }
    return startView(tx, caller, findTenant(tx, caller, 'ten_northwind'), origin) as undefined
  })
  const apps = SCOPES.map((scope) => {
    const { access_token } = connected(w, registered(w), { who: 'ada', scope })
    return [`app ${scope}`, { who: { authorization: `Bearer ${access_token}` }, person: 'usr_ada', app: true }] as const
  })
  return {
    'capped key': { who: { authorization: `Bearer ${secret({ daily_credit_cap: 1_000_000 })}` }, person: 'usr_ada' },
    ...Object.fromEntries(apps),
    'client owner': { who: (await cookie('usr_rita', null)).who, person: 'usr_rita' },
    'own domain': { who: { ...(await cookie('usr_ada', 'ten_bakery')).who, host: OWN }, person: 'usr_ada' },
    'in view': { who: looking.who, person: 'usr_pat' },
  }
}

/** The example; where it speaks of what Ada or Ben have of their own, about the same of this person. */
const inputFor = (operation: AnyOperation, person: string): Input =>
  operation.role === null && changes(operation)
    ? JSON.parse(
        JSON.stringify(exampleOf(operation))
          .replace(/(ses|gra)_ada/, person === 'usr_ada' ? '$1_ada' : `$1_${person}`)
          .replace('ben@northwind.example', emailOf(person)),
      )
    : exampleOf(operation)

const emailOf = (id: string): string =>
  cast.db.read((tx) => tx.row<{ email: string }>('select email from users where id = ?', id))!.email

/** What a caller is answered: `yes` for all that is past the fence, else the status of the refusal. */
async function answerTo(operation: AnyOperation, { who, person, app }: Kind): Promise<string> {
  const input = inputFor(operation, person)
  const status = app ? await byTool(operation, who, input) : (await ask(cast, operation, who, input)).status
  return [401, 403, 404].includes(status) ? String(status) : 'yes'
}

async function byTool({ name }: AnyOperation, who: Credential, input: Input): Promise<number> {
  const { status, text } = await send(`${cast.url}/mcp`, {
    method: 'POST',
    headers: { ...who, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
  })
  const code = text.includes('"isError":true') ? /\\?"code\\?":\s*\\?"(\w+)/.exec(text)?.[1] : undefined
  const known = FAULT_CODES.find((one) => one === code)
  return known ? statusOf(known) : status
}

async function rowOf(operation: AnyOperation): Promise<string[]> {
  const cells: string[] = []
  for (const kind of Object.values(kinds)) {
    if (kind.app && !operation.tool) cells.push('–')
    else {
      cells.push(await answerTo(operation, kind))
      if (changes(operation)) cast.reset()
    }
  }
  return cells
}

test('every operation answers every kind of caller as callers.md says', async () => {
  const rows: string[][] = []
  for (const operation of operations) rows.push([operation.name, ...(await rowOf(operation))])
  const table = drawn([['operation', ...Object.keys(kinds)], ...rows])
  if (process.env.UPDATE_CALLERS) writeFileSync(FILE, `${INTRO}\n${table}\n`)
  expect(table.split('\n')).toEqual(tableIn(FILE))
})

/** Where the specification's list of operations lies beside the project, its word on roles counts. */
const SPECIFIED = join(import.meta.dir, '../../../shared/spec/operations.json')
/** The least of these people who may do it. */
const LEAST: Record<string, string> = { '-': 'viewer', 'member+': 'member', 'admin+': 'admin', platform: 'platform' }

test.skipIf(!existsSync(SPECIFIED))('callers.md gives each operation the role of the specification', () => {
  const specified = JSON.parse(readFileSync(SPECIFIED, 'utf8')) as { method: string; path: string; role: string }[]
  const [head, , ...rows] = tableIn(FILE).map((line) => line.split('|').map((cell) => cell.trim()))
  const people = ['viewer', 'member', 'admin', 'owner', 'platform']
  for (const { name, method, path } of operations) {
    const said = specified.find((one) => one.method === method && one.path === path)
    const row = rows.find((cells) => cells[1] === name)!
    const first = people.find((person) => row[head!.indexOf(person)] !== '403')
    if (said) expect([name, first]).toEqual([name, LEAST[said.role]!])
  }
})

const tableIn = (file: string): string[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('|'))
    : []

const INTRO = `# Who may do what

Each operation, asked with its example (the agency Northwind and its client Bakery) by each kind of caller.
\`yes\`: past every fence. \`401\`, \`403\`, \`404\`: refused so. \`–\`: not a tool, so apps cannot ask it.
\`own domain\` is the owner of the agency at the own domain of the Bakery; \`in view\` is a platform admin in a view of a workspace.
`

function drawn(rows: string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  const [head, ...body] = rows
  return [line(head!), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}
