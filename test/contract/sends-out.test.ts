/**
 * Operations after which data leave the install on their own. Each has a row here that says who may set it up and why, so
 * that a key that leaked does not go on sending when it is revoked, or people can see that it does.
 */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { TSchema } from 'typebox'
import { changes } from '../../src/kernel/operation/operation.ts'
import { operations } from '../../src/operations/index.ts'
import { refusal } from '../refusal.ts'
import { callerOf, type World, world } from '../world.ts'

/** `person`: signed in, never a key. `proof`: a person confirms who they are. */
type Row = { by: 'person' | 'key'; proof: boolean; why: string }

const SENDS: Record<string, Row> = {
  create_audit_sink: { by: 'person', proof: true, why: 'who did what, from where: no key reads so much for so long' },
  update_audit_sink: { by: 'person', proof: true, why: 'turns a stream on' },
  delete_audit_sink: { by: 'person', proof: true, why: 'ends the trail that somebody relies on' },
  create_webhook: { by: 'key', proof: true, why: 'what the key reads as well; of the install only by a person' },
  update_webhook: { by: 'key', proof: false, why: 'a person proves it for another host, see destinations.test.ts' },
  create_identity_provider: { by: 'person', proof: true, why: 'people are sent there to sign in' },
  update_identity_provider: { by: 'person', proof: true, why: 'people are sent there to sign in' },
  put_google_client: { by: 'person', proof: true, why: 'people are sent there to consent' },
  update_email_settings: { by: 'key', proof: true, why: 'all letters; the specification gives it to platform keys' },
  update_crawl_settings: { by: 'key', proof: true, why: 'all links; the specification gives it to platform keys' },
  update_integrations: { by: 'key', proof: true, why: 'all links; the specification gives it to platform keys' },
  connect_supplier: { by: 'key', proof: true, why: 'the specification gives it to platform keys' },
  update_notifications: { by: 'key', proof: false, why: 'figures of the digest; the specification gives it to admins' },
  put_report_schedule: { by: 'key', proof: false, why: 'what the key may share, to recipients that the page lists' },
  add_report_recipient: { by: 'key', proof: false, why: 'what the key may share; the page lists it, and it can leave' },
  update_report_recipient: { by: 'key', proof: false, why: 'what the key may share; the page lists it' },
  put_portal: { by: 'key', proof: false, why: 'an address that shows what a viewer reads; it can be switched off' },
  share_job_report: { by: 'key', proof: false, why: 'the specification gives it to members; it can be switched off' },
  share_month_report: { by: 'key', proof: false, why: 'as the report of a job' },
  create_standing_push: { by: 'key', proof: false, why: 'links to the suppliers, within caps; no key with a limit' },
  update_standing_push: { by: 'key', proof: false, why: 'links to the suppliers, within caps; no key with a limit' },
  create_deploy_hook: { by: 'key', proof: false, why: 'links to the suppliers, within caps; no key with a limit' },
  update_deploy_hook: { by: 'key', proof: false, why: 'links to the suppliers, within caps; no key with a limit' },
  watch_repairs: { by: 'key', proof: false, why: 'links to the suppliers; no key with a limit' },
  add_indexnow_site: { by: 'key', proof: false, why: 'links to search engines, where a file of the host allows it' },
  update_indexnow_site: { by: 'key', proof: false, why: 'links to search engines, where a file of the host allows it' },
}

/** Operations that name an address and send nothing on their own from then on. */
const ONCE: Record<string, string> = {
  submit_bing_urls: 'addresses of the account’s own sites, to Bing',
  publish_job_posting: 'addresses of pages on properties whose owner agreed, to Google',
  send_free_check_report: 'one letter',
  send_email_template: 'one letter',
  test_email: 'one letter',
  ask_about_page: 'a question, which people of the agency read',
  send_report: 'a report, to people of the workspace and to recipients that the page lists',
  send_email: 'ten letters at most, and one address of a report that is shared with them',
  send_digest: 'one letter',
  send_invite: 'one letter',
  create_invite: 'a code, and at most one letter',
  reset_user_password: 'one letter',
  decline_waitlist_request: 'one letter',
  add_member: 'access of a person, and one letter: see members',
  add_own_member: 'access of a person, and one letter: see members',
  create_user: 'an account',
  update_user: 'an account',
  update_profile: 'the own account, with a proof',
  erase_audit_words: 'erases',
  report_bounce: 'stops letters to an address',
  remove_report_recipient: 'stops letters to an address',
  preview_standing_push: 'one fetch',
  preflight_urls: 'one fetch of each page',
  submit_index_job: 'one order',
  send_unindexed_to_indexer: 'one order',
  check_index: 'one order',
  cancel_job: 'ends an order',
  recheck_job: 'one order',
  update_job: 'names a workspace, which an admin of both moves a push to',
  put_branding: 'what others see here; own domains lead here',
}

const ADDRESS =
  /(^|\.|_)(url|urls|host|hosts|email|to|address|origins?|\w*endpoint|domains?|issuer|recipients?|authorization|base_url)(_|\.|$)/

const namesIn = (schema: TSchema, at = ''): string[] => {
  const { properties = {}, anyOf = [], items } = schema as unknown as Schema
  return [
    ...Object.entries(properties).flatMap(([name, one]) => [at + name, ...namesIn(one, `${at}${name}.`)]),
    ...anyOf.flatMap((one) => namesIn(one, at)),
    ...(items ? namesIn(items, at) : []),
  ]
}
type Schema = { properties?: Record<string, TSchema>; anyOf?: TSchema[]; items?: TSchema }

test('every operation that names an address says what it sends from then on, and who may set that up', () => {
  const naming = operations.filter((one) => changes(one) && namesIn(one.input).some((name) => ADDRESS.test(name)))
  expect(naming.length).toBeGreaterThan(30)
  const undecided = naming.filter(({ name }) => !(name in SENDS || name in ONCE))
  expect(undecided.map(({ name }) => name)).toEqual([])
  const names = new Set(operations.map(({ name }) => name))
  expect([...Object.keys(SENDS), ...Object.keys(ONCE)].filter((name) => !names.has(name))).toEqual([])
})

test.each(Object.entries(SENDS))('%s is declared as its row says', (name, { by, proof }) => {
  const declared = operations.find((one) => one.name === name)!
  expect({ by: declared.person ? 'person' : 'key', proof: declared.proof === true }).toEqual({ by, proof })
})

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

test('a key sets up no stream of the audit trail, changes none and deletes none', async () => {
  const url = 'https://siem.northwind.example/audit'
  const { id } = await w.call<{ id: string }>('ada', 'create_audit_sink', { url })
  for (const [name, input] of [
    ['create_audit_sink', { url }],
    ['update_audit_sink', { id, state: 'off' }],
    ['delete_audit_sink', { id }],
  ] as const)
    for (const who of ['ada', 'pat'] as const)
      expect([name, (await refusal(w.call(callerOf(who, 'key'), name, input))).code]).toEqual([name, 'forbidden'])
})

const IN_NORTHWIND = { tenant_id: 'ten_northwind', path: '/ten_northwind/' }
const install = { url: 'https://events.platform.example/in', types: ['install.*'], scope: 'platform' }

test('a webhook with events of the install is set up by a platform admin in person, with a proof', async () => {
  const late = { until: '2026-11-02T08:59:00.000Z', by: ['password' as const] }
  await w.call('pat', 'set_tenant_plan', { id: 'ten_northwind', plan: 'agency_starter' })
  const pat = { ...callerOf('pat'), ...IN_NORTHWIND }
  const key = { ...callerOf('pat', 'key'), ...IN_NORTHWIND }
  const types = await platformTypes()
  const asked = { ...install, types }
  expect(await refusal(w.call(key, 'create_webhook', asked))).toMatchObject({ code: 'forbidden' })
  const { id } = await w.call<{ id: string }>(pat, 'create_webhook', asked)
  expect(await refusal(w.call(key, 'update_webhook', { id, url: `${install.url}/2` }))).toMatchObject({
    code: 'forbidden',
  })
  expect(await refusal(w.call({ ...pat, proof: late }, 'update_webhook', { id, types }))).toMatchObject({
    code: 'proof_required',
  })
  await w.call(key, 'update_webhook', { id, state: 'off' })
})

const platformTypes = async () => {
  const { isOfPlatform, TYPE_NAMES } = await import('../../src/features/webhooks/index.ts')
  return TYPE_NAMES.filter(isOfPlatform).slice(0, 1)
}

test('to everybody but platform admins a webhook of the install is not there, in any operation', async () => {
  await w.call('pat', 'set_tenant_plan', { id: 'ten_northwind', plan: 'agency_starter' })
  const pat = { ...callerOf('pat'), ...IN_NORTHWIND }
  const { id } = await w.call<{ id: string }>(pat, 'create_webhook', { ...install, types: await platformTypes() })
  w.db.write((tx) => {
    tx.run("insert into webhook_events (id, type, body, created_at) values ('msg_x', 'x', '{}', ?)", tx.now)
    return tx.run(
      `insert into webhook_deliveries (id, event_id, endpoint_id, type, state, created_at)
       values ('whd_x', 'msg_x', ?, 'x', 'dead', ?)`,
      id,
      tx.now,
    )
  })
  const naming = operations.filter(({ path }) => path.startsWith('/webhooks/{id}'))
  expect(naming.length).toBeGreaterThan(7)
  for (const { name } of naming) {
    const input = { id, ...(name === 'get_webhook_delivery' && { delivery_id: 'whd_x' }) }
    for (const who of [callerOf('ada'), callerOf('ada', 'key')])
      expect([name, (await refusal(w.call(who, name, input))).code]).toEqual([name, 'not_found'])
  }
  const listed = (who: Parameters<World['call']>[0]) =>
    w.call<{ items: { id: string }[] }>(who, 'list_webhooks').then(({ items }) => items.map((one) => one.id))
  expect([await listed('ada'), await listed(pat)]).toEqual([[], [id]])
  w.db.write((tx) => tx.run("update webhook_endpoints set state = 'disabled', why_disabled = 'It failed.'"))
  const cases = async (who: Parameters<World['call']>[0]) =>
    JSON.stringify(await w.call(who, 'get_attention')).includes(id)
  expect([await cases('ada'), await cases(pat)]).toEqual([false, true])
})
