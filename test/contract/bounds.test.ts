/** What bounds access is never lost to "no limit": each bound is deleted, and less is expected, never more. */
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  acceptOffer,
  beginStep,
  callerOfSession,
  offersTo,
  openSession,
  personOfStep,
  type SignInOrigin,
} from '../../src/domains/accounts/index.ts'
import { isWithinReach } from '../../src/domains/accounts/reach.ts'
import { userById } from '../../src/domains/accounts/users.ts'
import { callerOfKey } from '../../src/domains/keys/index.ts'
import { confirmSignUp } from '../../src/features/signups/index.ts'
import { answerDeployHooks } from '../../src/features/standing/index.ts'
import type { Caller } from '../../src/kernel/operation/caller.ts'
import { hashSecret, newSecret } from '../../src/kernel/secrets/ids.ts'
import { seedExamples as seedStanding } from '../features/standing/seed.ts'
import { refusal } from '../refusal.ts'
import { type World, world } from '../world.ts'
import { candidates, DECLARED, lostTables } from './bounds.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const columns = () => w.db.read((tx) => candidates(tx) as never[]) as unknown as ReturnType<typeof candidates>
const nameOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`

test('every column that may be empty and may bound something is declared, and none that is gone', () => {
  expect(columns().map(nameOf).toSorted()).toEqual(Object.keys(DECLARED).toSorted())
  expect(w.db.read((tx) => lostTables(tx) as never[])).toEqual([])
})

test('each declared outcome is the one of the schema', () => {
  const OUTCOMES: Record<string, string> = { CASCADE: 'goes', 'SET NULL': 'emptied', 'NO ACTION': 'refused' }
  for (const one of columns()) {
    const declared = DECLARED[nameOf(one)]!
    if (one.names === null)
      expect([nameOf(one), 'none' in declared || 'stays' in declared]).toEqual([nameOf(one), true])
    else expect([nameOf(one), declared]).toMatchObject([nameOf(one), { [OUTCOMES[one.on_delete!]!]: one.names }])
  }
})

describe('a row whose bound is deleted', () => {
  /** A connection that fills in what a row needs, whatever the rules of its table. */
  const open = () => {
    const own = new Database(w.db.file, { strict: true })
    for (const pragma of ['foreign_keys=OFF', 'ignore_check_constraints=ON']) own.run(`PRAGMA ${pragma}`)
    return own
  }
  type Info = { name: string; type: string; notnull: number; dflt_value: string | null; pk: number }

  /** A row of a table, with what is given and as little else as the table takes. */
  function add(own: Database, table: string, given: Record<string, string>): void {
    const row: Record<string, string | number> = {}
    for (const { name, type, notnull, dflt_value, pk } of own
      .query<Info, [string]>('select * from pragma_table_info(?)')
      .all(table))
      if (name in given) row[name] = given[name]!
      else if ((notnull === 1 && dflt_value === null) || (pk > 0 && type === 'TEXT'))
        row[name] = type === 'INTEGER' || type === 'REAL' ? 7 : `probe ${name}`
    const names = Object.keys(row)
    own
      .query(`insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`)
      .run(...(Object.values(row) as string[]))
  }

  const NAMED = { id: 'probe of the bound' }

  test.each(Object.entries(DECLARED).filter(([, declared]) => 'goes' in declared || 'emptied' in declared))(
    '%s',
    (name, declared) => {
      const [table, column] = name.split('.') as [string, string]
      const own = open()
      const references = own
        .query<{ id: number; table: string; from: string; to: string | null }, [string]>(
          'select id, "table", "from", "to" from pragma_foreign_key_list(?)',
        )
        .all(table)
      const { id } = references.find(({ from }) => from === column)!
      const parts = references.filter((one) => one.id === id)
      const [{ table: parent }] = parts as [(typeof parts)[0]]
      const keys = Object.fromEntries(parts.map(({ to }) => [to ?? 'id', `${NAMED.id} ${to ?? 'id'}`]))
      add(own, parent, keys)
      add(own, table, Object.fromEntries(parts.map(({ from, to }) => [from, keys[to ?? 'id']!])))
      const bound = () => own.query(`select ${column} as named from ${table} where ${column} = ?`)
      const value = keys[parts.find(({ from }) => from === column)!.to ?? 'id']!
      expect(bound().all(value)).toHaveLength(1)
      const before = own.query<{ n: number }, []>(`select count(*) as n from ${table}`).get()!.n
      own.run('PRAGMA foreign_keys=ON')
      const [first] = Object.entries(keys)
      own.query(`delete from ${parent} where ${first![0]} = ?`).run(first![1])
      const after = own.query<{ n: number }, []>(`select count(*) as n from ${table}`).get()!.n
      own.close()
      expect(after).toBe('goes' in declared ? before - 1 : before)
    },
  )
})

/** What the owner of the row reaches by it, before and after what bounds it is gone. */
type Reached = { before: unknown; after: unknown }
const FROM: SignInOrigin = { ip: null, user_agent: null, domain_of: 'ten_bakery' }
const gone = (table: string, id: string) => w.db.write((tx) => tx.run(`delete from ${table} where id = ?`, id))
const withoutReferences = (table: string, id: string) => {
  const own = new Database(w.db.file)
  own.run(`delete from ${table} where id = '${id}'`)
  own.close()
  w.db.write((tx) => tx.run("update users set name = name where id = 'usr_pat'"))
}
const keyOf = async (who: 'ada' | Caller, limit: object): Promise<{ id: string; secret: string }> =>
  w.call(who, 'create_api_key', { role: 'owner', ...limit })
const callerBy = (secret: string) => w.db.read((tx) => callerOfKey(tx, secret) as never) as { caller: Caller } | null

/** Bounds without a reference, or whose reference is emptied: what is left is less. */
const LESS: Record<string, () => Promise<Reached>> = {
  async 'api_keys.created_by'() {
    const { secret } = await keyOf('ada', {})
    const works = () => callerBy(secret) !== null
    const before = works()
    gone('users', 'usr_ada')
    return { before, after: works() }
  },

  async 'api_keys.capped_with'() {
    const mother = await keyOf('ada', { daily_credit_cap: 5 })
    const daughter = await keyOf(callerBy(mother.secret)!.caller, {})
    w.db.write((tx) =>
      tx.run("insert into day_counters (name, day, n) values (?, '2026-11-02', 5)", `credits:${mother.id}`),
    )
    const left = () => {
      const { caller } = callerBy(daughter.secret)!
      return (
        w.db.read((tx) =>
          tx.number('select n from day_counters where name = ?', `credits:${caller.counts_as ?? caller.key_id}`),
        ) < 5
      )
    }
    const before = left()
    expect(before).toBe(false)
    gone('api_keys', mother.id)
    return { before: true, after: left() }
  },

  async 'users.invited_in'() {
    const within = (path: string) => w.db.read((tx) => isWithinReach(tx, userById(tx, 'usr_ben')!, path, 'member'))
    w.db.write((tx) =>
      tx.run(
        "update users set email_verified_at = null, last_seen_at = created_at, invited_by = 'usr_ada', invited_in = 'ten_rival', invited_as = 'owner' where id = 'usr_ben'",
      ),
    )
    const before = within('/ten_rival/')
    withoutReferences('tenants', 'ten_rival')
    expect(within('/ten_northwind/')).toBe(false)
    return { before, after: within('/ten_rival/') }
  },

  async 'invitations.invited_in'() {
    await w.call('ada', 'create_sub_tenant', { name: 'Cafe' })
    const cafe = w.db.read((tx) => tx.row<{ id: string }>("select id from tenants where name = 'Cafe'"))!.id
    w.db.write((tx) => tx.run("update users set email_verified_at = null where id = 'usr_rita'"))
    const rows = () => w.db.read((tx) => tx.number("select count(*) from invitations where user_id = 'usr_rita'"))
    w.db.write((tx) =>
      tx.run(
        `insert into invitations (tenant_id, user_id, role, name, invited_by, invited_in, invited_as, created_at)
         values (?, 'usr_rita', 'member', 'Rita', 'usr_ada', ?, 'owner', ?)`,
        ...[cafe, cafe, tx.now],
      ),
    )
    const before = rows() === 1
    gone('tenants', cafe)
    return { before, after: rows() === 1 }
  },

  async 'deploy_hooks.standing_push_id'() {
    w.db.write((tx) => seedStanding(tx))
    const call = (id: string) =>
      w.db.write((tx) =>
        tx.run(
          `insert into deploy_calls (id, hook_id, at, source, state, due_at, wants_run, urls, links)
           values (?1, 'dph_bakery', ?2, 'Call', 'waiting', ?2, 0, '["https://bakery.example/new"]', 1)`,
          ...[id, tx.now],
        ),
      )
    const paused = () => w.db.read((tx) => tx.number("select paused from deploy_hooks where id = 'dph_bakery'")) === 1
    const before = !paused()
    call('waits')
    await w.call('ada', 'delete_standing_push', { id: 'stp_bakery' })
    await answerDeployHooks(w.app, new AbortController().signal)
    const state = w.db.read((tx) =>
      tx.row<{ state: string }>("select state from deploy_calls where id = 'waits'"),
    )!.state
    return { before, after: !paused() || state !== 'failed' }
  },

  async 'signups.invite_id'() {
    const statusOf = async (email: string, ends: boolean) => {
      const { id } = await w.call<{ id: string }>('pat', 'create_invite', { note: email })
      const [token, browser] = [newSecret('spu'), newSecret('spb')]
      w.db.write((tx) =>
        tx.run(
          `insert into signups (id, email, name, password_hash, browser_hash, token_hash, invite_id, created_at, expires_at)
           values (?1, ?1, 'New', 'hash', ?2, ?3, ?4, ?5, '2026-11-03T00:00:00.000Z')`,
          ...[email, hashSecret(browser), hashSecret(token), id, tx.now],
        ),
      )
      if (ends) gone('invites', id)
      const { status } = await confirmSignUp(
        w.app,
        token,
        { password: '', browser },
        { ip: null, user_agent: null, request_id: 'test' },
      )
      return status === 'active'
    }
    return { before: await statusOf('one@new.example', false), after: await statusOf('two@new.example', true) }
  },

  async 'workspace_views.session_id'() {
    const { session_id, token } = await openSession(w.app, 'usr_pat', { ip: null, user_agent: null })
    w.db.write((tx) =>
      tx.run(
        `insert into workspace_views (id, session_id, user_id, tenant_id, from_path, started_at, until, reason)
         values ('view', ?, 'usr_pat', 'ten_northwind', '/app', ?, '2026-11-03T00:00:00.000Z', 'ticket')`,
        ...[session_id, tx.now],
      ),
    )
    const viewed = async () => (await callerOfSession(w.app, token))?.viewing?.tenant_id
    const before = await viewed()
    gone('sessions', session_id)
    return { before, after: await viewed() }
  },
}

test('each bound that stays behind, or is emptied, has a test of what is left', () => {
  const open = Object.entries(DECLARED).filter(([, one]) => 'stays' in one || ('emptied' in one && !one.shown))
  expect(Object.keys(LESS).toSorted()).toEqual(open.map(([name]) => name).toSorted())
})

test.each(Object.entries(LESS))('nothing is reached by %s, once what it names is gone', async (_, reach) => {
  const { before, after } = await reach()
  expect([before, Boolean(after)]).toEqual([before, false])
  expect(before).toBeTruthy()
})

describe('at an own domain', () => {
  const domain = { id: 'ten_bakery', path: '/ten_northwind/ten_bakery/' }

  test('a session ends with its workspace: it is none of the install, and none of who has the domain next', async () => {
    w.db.write((tx) => tx.run("insert into members values ('ten_rival', 'usr_ada', 'owner', ?)", tx.now))
    const { token } = await openSession(w.app, 'usr_ada', FROM)
    expect((await callerOfSession(w.app, token, undefined, domain))?.caller?.path).toBe(domain.path)
    expect(await callerOfSession(w.app, token, 'ten_rival', domain)).toMatchObject({ caller: null })
    withoutBakery()
    for (const at of [null, domain, { id: 'ten_rival', path: '/ten_rival/' }])
      expect(await callerOfSession(w.app, token, 'ten_rival', at)).toBeNull()
    expect(w.db.read((tx) => tx.number("select count(*) from sessions where user_id = 'usr_ada'"))).toBe(0)
  })

  test('a step of a sign-in waits there alone, and ends with its workspace', () => {
    const token = w.db.write((tx) => beginStep(tx, 'usr_ada', FROM))
    const waits = (at: Partial<SignInOrigin>) => w.db.read((tx) => personOfStep(tx, token, at)?.id ?? null)
    expect([waits(FROM), waits({}), waits({ domain_of: 'ten_rival' })]).toEqual(['usr_ada', null, null])
    withoutBakery()
    expect([waits(FROM), waits({})]).toEqual([null, null])
  })

  const withoutBakery = () =>
    w.db.write((tx) => {
      tx.run("delete from purses where tenant_id = 'ten_bakery'")
      return tx.run("delete from tenants where id = 'ten_bakery'")
    })
})

test('an order of a key that was deleted is not placed: its limit went with it', async () => {
  const bot = await keyOf('ada', { approval_above: 0, daily_credit_cap: 2 })
  await w.call('pat', 'adjust_credits', { tenant_id: 'ten_northwind', amount: 50, reason: 'for tests' })
  await w.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } })
  const order = { urls: ['https://bakery.example/1', 'https://bakery.example/2'] }
  const held = await refusal(w.call(callerBy(bot.secret)!.caller, 'submit_index_job', order))
  const id = String(held.details.draft_id)
  const used = `credits:${bot.id}`
  w.db.write((tx) => tx.run("insert into day_counters (name, day, n) values (?, '2026-11-02', 1)", used))
  expect(await refusal(w.call('ada', 'approve_draft', { id }))).toMatchObject({ code: 'daily_cap' })
  gone('api_keys', bot.id)
  expect(await refusal(w.call('ada', 'approve_draft', { id }))).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('was deleted'),
  })
})

test('an invitation of nobody is none', () => {
  w.db.write((tx) =>
    tx.run(
      "insert into invitations (tenant_id, user_id, role, name, created_at) values ('ten_northwind', 'usr_rita', 'owner', 'Rita', ?)",
      tx.now,
    ),
  )
  expect(w.db.read((tx) => offersTo(tx, 'usr_rita'))).toEqual([])
  expect(() => acceptOffer(w.app, { user_id: 'usr_rita', tenant_id: 'ten_northwind', ip: null })).toThrow()
})
