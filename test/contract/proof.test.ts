/** Step-up: a person whose last proof is too old changes nothing by a dangerous act. The list is that of the registry. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { openSession, sessionCookieName } from '../../src/domains/accounts/index.ts'
import { allow } from '../../src/doors/pages/consent.ts'
import { type AnyOperation, changes } from '../../src/kernel/operation/operation.ts'
import { operations } from '../../src/operations/index.ts'
import { callerOf } from '../world.ts'
import { type Cast, openCast } from './cast.ts'
import { ask, exampleOf, type Input } from './request.ts'
import type { Credential } from './seed-cast.ts'

setDefaultTimeout(600_000)

let cast: Cast
let stale: Record<'usr_ada' | 'usr_pat', Credential>

beforeAll(async () => {
  cast = await openCast(async (w) => {
    const signedInLongAgo = async (user_id: string): Promise<Credential> => {
      const { token, session_id } = await openSession(w.app, user_id, { ip: null, user_agent: null })
      w.db.write((tx) => tx.run("update sessions set proved_at = '2026-11-02T08:45:00.000Z' where id = ?", session_id))
      return { cookie: `${sessionCookieName(w.app.config)}=${token}`, 'sec-fetch-site': 'same-origin' }
    }
    stale = { usr_ada: await signedInLongAgo('usr_ada'), usr_pat: await signedInLongAgo('usr_pat') }
  })
})
afterAll(() => cast.close())

/** What makes an act dangerous where it is not always so. */
const DANGEROUS_INPUT: Record<string, Input> = {
  add_member: { role: 'admin' },
  add_own_member: { role: 'admin' },
  add_user_membership: { role: 'owner' },
  update_member_role: { role: 'admin' },
  create_user: { platform_admin: true },
}
/** Acts that take the password themselves. */
const PROVES_ITSELF = new Set(['change_password', 'update_profile'])

const asking = operations.filter(({ proof }) => proof !== undefined && proof !== false)
const credentialFor = ({ role }: AnyOperation) => (role === 'platform' ? stale.usr_pat : stale.usr_ada)

test('every dangerous act without a recent proof is 403 proof_required and changes no row', async () => {
  const before = cast.rows()
  for (const operation of asking.filter(({ name }) => !PROVES_ITSELF.has(name))) {
    const input = { ...exampleOf(operation), ...DANGEROUS_INPUT[operation.name] }
    const { status, json } = await ask(cast, operation, credentialFor(operation), input)
    expect([operation.name, status, json?.error?.code]).toEqual([operation.name, 403, 'proof_required'])
    expect(json?.error?.details as unknown).toEqual({ code: 'proof_required', methods: ['password'] })
  }
  expect(asking.length).toBeGreaterThan(25)
  expect(cast.rows()).toBe(before)
})

/** mfa.md, section 6. Keys of the install come from its settings, and no door hands out a backup: neither has an operation. */
const ASKS = {
  factors: ['begin_totp', 'confirm_totp', 'begin_passkey', 'add_passkey', 'delete_factor', 'make_recovery_codes'],
  account: ['change_password', 'update_profile', 'delete_profile', 'delete_session', 'delete_own_identity'],
  keys: ['create_api_key', 'update_api_key'],
  suppliers: [
    'connect_supplier',
    'finish_supplier_connect',
    'delete_supplier',
    'update_integrations',
    'update_email_settings',
    'put_bounce_hook',
  ],
  providers: ['create_identity_provider', 'update_identity_provider', 'delete_identity_provider', 'delete_identity'],
  people: [
    'suspend_user',
    'delete_user',
    'reset_user_password',
    'reset_factors',
    'delete_user_session',
    'update_user',
    'create_user',
  ],
  roles: ['add_member', 'add_own_member', 'add_user_membership', 'update_member_role', 'remove_member'],
  rules: ['set_security_rule', 'update_security_settings'],
  money: ['adjust_credits', 'refund_credit_request', 'reverse_ledger_entry'],
  webhooks: ['create_webhook'],
  trail: ['create_audit_sink', 'update_audit_sink', 'delete_audit_sink', 'erase_audit_words'],
}

test('every act of the list asks; so do a view of a workspace and the consent that gives an app the scope admin', async () => {
  const names = asking.map(({ name }) => name)
  expect(
    Object.values(ASKS)
      .flat()
      .filter((name) => !names.includes(name)),
  ).toEqual([])
  const before = cast.rows()
  const app = {
    client: {},
    wish: {},
    scope: 'admin',
    ceilings: { daily_credit_cap: null, approval_above: null },
    from: {},
  }
  const ada = { ...callerOf('ada'), proof: { until: '2026-11-02T08:59:00.000Z', by: ['password'] as const } }
  expect(() => allow(cast.app, ada, app as never)).toThrow(expect.objectContaining({ code: 'proof_required' }))
  expect(cast.rows()).toBe(before)
  // test/views/people/step-up.test.ts has the view.
})

test('the same acts by an API key are asked for nothing', async () => {
  for (const operation of asking.filter(({ role }) => role === 'admin')) {
    const input = { ...exampleOf(operation), ...DANGEROUS_INPUT[operation.name] }
    const { json } = await ask(cast, operation, cast.agency.owner.key, input)
    expect([operation.name, json?.error?.code]).not.toEqual([operation.name, 'proof_required'])
    cast.reset()
  }
})

test('a proof by the password gives the session a new token, and the act passes', async () => {
  const { token, session_id } = await openSession(cast.app, 'usr_pat', { ip: null, user_agent: null })
  cast.db.write((tx) => {
    tx.run("update sessions set proved_at = '2026-11-02T08:45:00.000Z' where id = ?", session_id)
    return tx.run('update users set password_hash = ? where id = ?', Bun.password.hashSync(PASSWORD, CHEAP), 'usr_pat')
  })
  const who = { cookie: `${sessionCookieName(cast.app.config)}=${token}`, 'sec-fetch-site': 'same-origin' }
  const prove = operations.find(({ name }) => name === 'prove_yourself')!
  const suspend = operations.find(({ name }) => name === 'suspend_user')!
  const wrong = await ask(cast, prove, who, { password: 'the wrong one altogether' })
  expect([wrong.status, wrong.json?.error?.details?.issues?.[0]?.path]).toEqual([422, 'password'])
  const right = await ask(cast, prove, who, { password: PASSWORD })
  expect([right.status, right.json?.data]).toEqual([200, { until: '2026-11-02T09:15:00.000Z' }])
  expect((await ask(cast, suspend, who, { id: 'usr_ben' })).status).toBe(401)
  const cookie = right.headers.get('set-cookie')!.split(';', 1)[0]!
  expect((await ask(cast, suspend, { ...who, cookie }, { id: 'usr_ben' })).status).toBe(200)
  cast.clock.set('2026-11-02T09:15:00.000Z')
  const late = await ask(cast, suspend, { ...who, cookie }, { id: 'usr_ben' })
  cast.clock.set('2026-11-02T09:00:00.000Z')
  expect(late.json?.error?.code).toBe('proof_required')
  cast.reset()
})

const PASSWORD = 'northern lights over the pier'
const CHEAP = { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 } as const

/** Words of acts that end, reset or move what others rely on. */
const SOUNDS_DANGEROUS =
  /^(delete|reset|suspend|activate|remove|revoke|refund|reverse|adjust|rotate|disable|erase|transfer|change_password|set_security)(_|$)/

test('an operation that sounds dangerous, or takes a secret, says whether it asks for a proof', () => {
  const undecided = operations
    .filter((one) => changes(one) && one.proof === undefined && one.name !== 'prove_yourself')
    .filter(({ name, secret_names }) => SOUNDS_DANGEROUS.test(name) || secret_names.length > 0)
  expect(undecided.map(({ name }) => name)).toEqual([])
})
