/** Fourteen events, each provoked as it happens: the row that it leaves, and no other. */

import { afterEach, beforeEach, expect, test } from 'bun:test'
import { noteAtStart, noteCommand, writeNoted } from '../../../src/commands/server/command-trail.ts'
import { codeOfStep, fromBase32, stepAt } from '../../../src/domains/accounts/factors/totp.ts'
import {
  callerOfSession,
  endView,
  finishStep,
  openSession,
  type SecondStep,
  signIn,
  startView,
} from '../../../src/domains/accounts/index.ts'
import { ask } from '../../../src/doors/door-base.ts'
import { noteRefusal } from '../../../src/doors/refusals.ts'
import type { Visit } from '../../../src/doors/visit.ts'
import { payments } from '../../../src/features/billing/doors/payments.ts'
import { Fault, type FaultCode } from '../../../src/kernel/operation/fault.ts'
import { DAY, MINUTE, millis } from '../../../src/kernel/time/clock.ts'
import { countRefusalsTask } from '../../../src/tasks/count-refusals.ts'
import { anchorAuditTask } from '../../../src/tasks/install/anchor-audit.ts'
import { housekeepingTask } from '../../../src/tasks/install/housekeeping.ts'
import { ADAS_PASSWORD, seedPassword } from '../../domains/accounts/seed.ts'
import { callerOf, type World, world } from '../../world.ts'

const ADA = 'ada@northwind.example'
const FROM = { ip: '192.0.2.7', user_agent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0', domain_of: null }

let w: World
beforeEach(() => {
  w = world({
    env: {
      SIGNALPOST_AUDIT_DAYS: '30',
      SIGNALPOST_STRIPE_SECRET_KEY: 'sk_test_abcdefgh',
      SIGNALPOST_STRIPE_WEBHOOK_SECRET: 'whsec_abcdefgh',
    },
  })
  w.db.write((tx) => seedPassword(tx))
})
afterEach(() => w.close())

type Row = Record<string, unknown> & { seq: number }
const rows = (): Row[] =>
  w.db
    .read((tx) => tx.rows<Row & { after: string | null }>('select * from audit order by seq'))
    .map((row) => ({ ...row, after: JSON.parse(row.after ?? 'null') as unknown }))

const enter = (password = ADAS_PASSWORD) => signIn(w.app, ADA, password, FROM)
const codeNow = (secret: string) => codeOfStep(fromBase32(secret), stepAt(millis(w.clock.now())))
async function withApp(): Promise<string> {
  const { id, secret } = await w.call<{ id: string; secret: string }>('ada', 'begin_totp')
  await w.call('ada', 'confirm_totp', { id, code: codeNow(secret) })
  w.clock.turn(MINUTE)
  return secret
}
const sessionOf = async (user_id: string) => {
  const { token } = await openSession(w.app, user_id, FROM)
  return (await callerOfSession(w.app, token))!.caller!
}
const visit = { id: 'req_1', ip: '192.0.2.7' } as Visit
async function refused(code: FaultCode, times: number) {
  for (let n = 0; n < times; n++)
    noteRefusal(w.app, new Fault(code, 'No.'), { caller: callerOf('ben'), operation: 'get_job', visit, door: 'api' })
  w.clock.turn(MINUTE)
  await w.run(countRefusalsTask)
}

/** What is there before it, what happens, and the row. */
type Event = [name: string, before: () => unknown, happens: (given: never) => unknown, row: object]
const nothing = () => undefined

const EVENTS: Event[] = [
  [
    'a wrong password',
    nothing,
    () => enter('not the right one at all').catch(() => null),
    { action: 'sign_in_failed', actor: ADA, target: 'usr_ada', after: { reason: 'password' }, ip: '192.0.2.7' },
  ],
  [
    'a sign-in by password from a new device',
    nothing,
    () => enter(),
    { action: 'sign_in', actor: ADA, after: { methods: 'pwd', device: 'Firefox on Linux', new_device: true } },
  ],
  [
    'a sign-in in two steps from a known device',
    async () => {
      await enter()
      return withApp()
    },
    async (secret: string) => {
      const step = (await enter().catch((error: unknown) => error)) as SecondStep
      await finishStep(w.app, step.token, codeNow(secret), FROM)
    },
    { action: 'sign_in', actor: ADA, after: { methods: 'pwd otp', device: 'Firefox on Linux', new_device: false } },
  ],
  [
    'a refusal',
    nothing,
    () => refused('not_found', 1),
    { action: 'refused', actor: 'ben@northwind.example', after: { operation: 'get_job', fault: 'not_found' } },
  ],
  ['too many requests', nothing, () => refused('rate_limited', 7), { action: 'throttled', after: { count: 7 } }],
  [
    'a flood of bad input',
    nothing,
    () => refused('validation_failed', 60),
    { action: 'invalid_flood', after: { count: 60 } },
  ],
  [
    'a payment without a signature',
    nothing,
    () => ask(payments(), { app: w.app }, new Request('http://localhost/hooks/stripe', { method: 'POST', body: '{}' })),
    { action: 'signature_refused', actor: 'unknown', after: { of: 'stripe' } },
  ],
  [
    'an export',
    nothing,
    () => w.call('pat', 'export_audit_jsonl'),
    { action: 'export_audit_jsonl', actor: 'pat@platform.example', after: { read: true } },
  ],
  [
    'a proof',
    () => sessionOf('usr_ada'),
    (caller: never) => w.call(caller, 'prove_yourself', { password: ADAS_PASSWORD }),
    { action: 'prove_yourself', actor: ADA, target: 'usr_ada', after: { by: 'password' } },
  ],
  [
    'a view of a workspace that begins',
    () => sessionOf('usr_pat'),
    (caller: never) => w.db.write((tx) => startView(tx, caller, BAKERY, VIEW) as undefined),
    { action: 'start_workspace_view', tenant_id: 'ten_bakery', as_platform: 1, after: { reason: 'ticket 81' } },
  ],
  [
    'a view of a workspace that ends',
    async () => {
      const caller = await sessionOf('usr_pat')
      w.db.write((tx) => startView(tx, caller, BAKERY, VIEW) as undefined)
      return caller.session_id
    },
    (session: string) => w.db.write((tx) => endView(tx, session, 'by hand' as never, { ip: null, request_id: null })),
    { action: 'end_workspace_view', tenant_id: 'ten_bakery', after: { pages: 0 } },
  ],
  [
    'a second factor that is removed',
    withApp,
    async () => {
      const { factors } = await w.call<{ factors: { id: string }[] }>('ada', 'list_factors')
      await w.call('ada', 'delete_factor', { id: factors[0]!.id })
    },
    { action: 'delete_factor', actor: ADA },
  ],
  [
    'rows that are forgotten',
    () => {
      w.db.write((tx) => noteCommand(tx, { action: 'setup', target: null, after: {} }) as undefined)
      w.clock.turn(31 * DAY)
      w.db.write((tx) => noteCommand(tx, { action: 'setup', target: null, after: {} }) as undefined)
    },
    () => w.run(housekeepingTask),
    { action: 'forget_audit', via: 'system', after: { rows: 1 } },
  ],
  [
    'a command on the stopped install',
    () => w.db.write((tx) => noteAtStart(tx, { action: 'restore', target: null, after: {} }) as undefined),
    () => writeNoted(w.db),
    { action: 'restore', via: 'system', after: { system_account: expect.any(String) } },
  ],
]
const BAKERY = { id: 'ten_bakery', path: '/ten_northwind/ten_bakery/' }
const VIEW = { from_path: '/app', reason: 'ticket 81', ip: null, request_id: null }

test.each(EVENTS)('%s is one row', async (_, before, happens, row) => {
  const given = (await before()) as never
  const last = rows().at(-1)?.seq ?? 0
  await happens(given)
  const added = rows().filter(({ seq }) => seq > last)
  expect(added).toMatchObject([row])
})

test('the anchor of the day is one row', async () => {
  await enter()
  await w.run(anchorAuditTask)
  await w.run(anchorAuditTask)
  expect(rows().slice(1)).toMatchObject([{ action: 'anchor_audit', via: 'system', after: { seq: 1 } }])
})
