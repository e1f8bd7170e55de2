/** Where the specification's list of operations lies beside the project: every registered operation agrees with its row. */
import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { operations } from '../../src/operations/index.ts'
import { castOfFile, forEachOperation } from './each.ts'
import { ask, type Input, pathOf, send } from './request.ts'
import type { Schema } from './violations.ts'

const FILE = join(import.meta.dir, '../../../shared/spec/operations.json')

type Row = { method: string; path: string; role: string; params: string; tool: string | null }

type Page = { items: unknown[]; total: number; page: number; page_size: number }

const rows: Row[] = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : []
const routeOf = ({ method, path }: Pick<Row, 'method' | 'path'>): string => `${method} ${path}`
const registered = new Map(operations.map((operation) => [routeOf(operation), operation]))
const known = rows.flatMap((row) => {
  const operation = registered.get(routeOf(row))
  return operation ? [[routeOf(row), row, operation] as const] : []
})
const missing = rows.filter((row) => !registered.has(routeOf(row)))
if (missing.length) console.log(`Not registered yet (${missing.length}): ${missing.map(routeOf).join(', ')}`)

const ROLES: Record<string, AnyOperation['role']> = {
  '-': null,
  'member+': 'member',
  'admin+': 'admin',
  platform: 'platform',
}

const cast = await castOfFile()

describe.if(rows.length > 0)('the specification', () => {
  /** What the project offers beyond it. */
  const BEYOND = [
    'GET /tenants/{id}/retention',
    'PATCH /tenants/{id}/retention',
    'GET /survival',
    'GET /drops',
    'GET /drops/csv',
    'GET /drops/{id}',
    'POST /drops/{id}/push',
    'POST /drops/{id}/push/estimate',
    'POST /drops/{id}/close',
    'GET /at-risk',
    'DELETE /google/invites',
    'GET /bing/quota',
    'POST /bing/quota',
    'POST /bing/urls',
    'GET /google/accounts',
    'DELETE /google/accounts/{id}',
    'POST /google/connect',
    'GET /google/coverage',
    'GET /google/quota',
    'GET /jobs/{id}/google',
    'GET /google/sitemaps',
    'POST /google/sitemaps',
    'GET /google/indexing',
    'POST /google/indexing',
    'GET /google/properties',
    'PATCH /google/properties/{id}',
    'GET /settings/google',
    'PUT /settings/google',
    'POST /settings/google/test',
    'GET /bell',
    'GET /languages',
    'POST /bell/seen',
    'GET /whats-new',
    'GET /sample-data',
    'POST /sample-data',
    'DELETE /sample-data',
    'POST /tenants/bulk',
    'POST /tenants/{id}/icon',
    'DELETE /tenants/{id}/icon',
    'POST /clients/views',
    'PATCH /clients/views/{id}',
    'DELETE /clients/views/{id}',
    'POST /reports/share',
    'POST /credits/transfers',
    'GET /admin/providers/scoreboard',
    'GET /audit/csv',
    'GET /audit/jsonl',
    'POST /audit/erase',
    'GET /tenants/{id}/views',
    'GET /tenants/{id}/left-out',
    'POST /questions',
    'POST /tenants/{id}/report-schedule/preview',
    'POST /tenants/{id}/reports/{month}/preview',
    'POST /tenants/{id}/reports/{month}/send',
    'POST /reports/{id}/take-back',
    'GET /tenants/{id}/email-recipients',
    'POST /tenants/{id}/emails',
    'POST /emails/{id}/take-back',
    'GET /results/notes',
    'POST /results/notes',
    'DELETE /results/notes/{id}',
    'GET /drafts',
    'GET /mcp-setup',
    'GET /links',
    'GET /links/csv',
    'GET /links/{uid}',
    'PUT /admin/free-checks/settings',
    'GET /drafts/{id}',
    'POST /drafts/{id}/approve',
    'POST /drafts/{id}/decline',
    'POST /system/clock/confirm',
    'POST /system/restored/release',
    'POST /tenants/{id}/branding/verify',
    'PATCH /admin/billing/tenants/{id}',
    'POST /billing/checkout',
    'GET /billing/payments/{id}',
    'POST /billing/plan',
    'POST /billing/portal',
    'PUT /tenants/{id}/reports/{month}',
    'POST /tenants/{id}/reports/{month}/share',
    'DELETE /tenants/{id}/reports/{month}/share',
    'GET /audit/sinks',
    'POST /audit/sinks',
    'PATCH /audit/sinks/{id}',
    'DELETE /audit/sinks/{id}',
    'POST /audit/sinks/{id}/test',
    'POST /audit/verify',
    'GET /tenants/{id}/audit',
    'GET /webhook-events',
    'POST /webhook-events/verify',
    'GET /webhooks',
    'POST /webhooks',
    'GET /webhooks/{id}',
    'PATCH /webhooks/{id}',
    'DELETE /webhooks/{id}',
    'GET /webhooks/{id}/deliveries',
    'GET /webhooks/{id}/deliveries/{delivery_id}',
    'POST /webhooks/{id}/replay',
    'POST /webhooks/{id}/rotate-secret',
    'POST /webhooks/{id}/test',
    'GET /standing-pushes',
    'POST /standing-pushes',
    'POST /standing-pushes/preview',
    'GET /standing-pushes/{id}',
    'PATCH /standing-pushes/{id}',
    'DELETE /standing-pushes/{id}',
    'GET /standing-pushes/{id}/held',
    'POST /standing-pushes/{id}/release',
    'POST /standing-pushes/{id}/run',
    'GET /standing-pushes/{id}/runs',
    'GET /deploy-hooks',
    'POST /deploy-hooks',
    'GET /deploy-hooks/{id}',
    'PATCH /deploy-hooks/{id}',
    'DELETE /deploy-hooks/{id}',
    'POST /deploy-hooks/{id}/rotate',
    'GET /deploy-hooks/{id}/calls',
    'POST /emails/bounces',
    'GET /reports/{id}/deliveries',
    'GET /reports/{id}/letter',
    'GET /reports/{id}/pdf',
    'POST /reports/{id}/test',
    'GET /tenants/{id}/report-sender',
    'GET /tenants/{id}/report-recipients',
    'POST /tenants/{id}/report-recipients',
    'PATCH /tenants/{id}/report-recipients/{recipient_id}',
    'DELETE /tenants/{id}/report-recipients/{recipient_id}',
    // The second factor, the proof that a dangerous step asks for, and who needs them.
    'GET /profile/factors',
    'POST /profile/factors/totp',
    'POST /profile/factors/totp/{id}/confirm',
    'POST /profile/factors/passkeys/options',
    'POST /profile/factors/passkeys',
    'PATCH /profile/factors/{id}',
    'DELETE /profile/factors/{id}',
    'POST /profile/proof',
    'POST /profile/recovery-codes',
    'GET /settings/security',
    'PUT /settings/security',
    'GET /tenants/{id}/security',
    'PUT /tenants/{id}/security',
    'DELETE /users/{id}/factors',
    // Sign-in through identity providers.
    'GET /identity-providers',
    'POST /identity-providers',
    'GET /identity-providers/{id}',
    'PATCH /identity-providers/{id}',
    'DELETE /identity-providers/{id}',
    'POST /identity-providers/{id}/test',
    'GET /identity-providers/{id}/identities',
    'DELETE /identity-providers/{id}/identities/{identity_id}',
    'GET /profile/identities',
    'DELETE /profile/identities/{id}',
    // What pages read.
    'GET /jobs/{id}/order',
    'GET /jobs/{id}/summary',
    'GET /orders/options',
    'GET /jobs/{id}/move-preview',
    'GET /jobs/{id}/answers',
    'POST /orders/stop-preview',
    'GET /reports',
    'GET /reports/{id}',
    'GET /reports/months',
    'PATCH /reports/{id}',
    'POST /reports/{id}/approve',
    'POST /reports/{id}/decline',
    'POST /reports/{id}/reissue',
    'POST /reports/approve',
    'GET /tenants/{id}/report-schedule',
    'PUT /tenants/{id}/report-schedule',
    'GET /me/shell',
    'GET /search',
    'GET /setup',
    'GET /system/clock',
    'GET /system/restored',
    'GET /tenant-figures',
    'GET /tenants/{id}/overview',
    'GET /tenants/{id}/why',
    'GET /accounts/unverified',
    'GET /admin/workspaces/facts',
    'GET /attention',
    'POST /attention/seen',
    'GET /clients',
    'GET /credits/forecast',
    'GET /credits/moves',
    'GET /credits/reserved',
    'GET /results',
    'GET /results/cell',
    'GET /results/links',
    'GET /results/weeks',
    'GET /tenants/{id}/portal',
    'PUT /tenants/{id}/portal',
    'DELETE /questions/{id}',
    'GET /summary',
    'GET /system/overview',
    'GET /system/releases',
    'GET /tenants/{id}/client-readers',
    'GET /tenants/{id}/reports',
    'GET /tenants/{id}/reports/{month}',
    'GET /tenants/{id}/reports/{month}/pages',
    'GET /today',
    // The plans of orders.
    'POST /check/estimate',
    'POST /jobs/estimate',
    'POST /jobs/{id}/check/estimate',
    'POST /jobs/{id}/retry/estimate',
    'POST /jobs/{id}/send-unindexed/estimate',
    'GET /credits/requests/{id}',
    'GET /plans/current',
    // What pages read and do, as a program would.
    'POST /setup/address/check',
    'POST /setup/dismiss',
    'POST /tenants/{id}/branding/preview',
    'DELETE /repairs/{id}',
    'POST /repairs',
    'GET /repairs',
    'GET /waitlist/{id}',
    'GET /settings/email/bounce-hooks',
    'PUT /settings/email/bounce-hooks/{service}',
    'DELETE /settings/email/bounce-hooks/{service}',
  ]

  test('has a row for every registered operation', () => {
    const specified = new Set([...rows.map(routeOf), ...BEYOND])
    expect([...registered.keys()].filter((route) => !specified.has(route))).toEqual([])
  })

  test.each(known)('%s has the role and the tool of its row', (_, row, { role, tool, name }) => {
    expect({ role, tool: tool ? name : null }).toEqual({ role: ROLES[row.role]!, tool: row.tool })
  })

  test.each(known)('%s knows every field and every value that its row names', (_, { params }, { input }) => {
    const words = wordsOf(input as Schema)
    const named = [...params.matchAll(/`(\w+)`/g)].map(([, word]) => word!)
    expect(named.filter((word) => !words.has(word))).toEqual([])
  })

  test.each(missing.map((row) => [routeOf(row), row] as const))(
    '%s, not registered, is not routed either',
    async (_, row) => {
      const path = pathOf({ path: row.path } as AnyOperation, {})
      const { status, json } = await send(cast.url + path, { method: row.method, headers: cast.platform })
      expect([status, json?.error?.code]).toEqual(pathIsKnown(row) ? [405, 'method_not_allowed'] : [404, 'not_found'])
      if (status === 404) expect(json?.error?.message).toContain('no such path')
    },
  )
})

/** Whether another operation lives under the address, whatever its names are called. */
const pathIsKnown = ({ path }: Row): boolean =>
  operations.some((one) => one.path.replace(/\{\w+\}/g, '{}') === path.replace(/\{\w+\}/g, '{}'))

/** Names of fields and permitted values, at any depth. */
function wordsOf(schema: Schema, words = new Set<string>()): Set<string> {
  for (const value of schema.enum ?? []) words.add(String(value))
  for (const [name, property] of Object.entries(schema.properties ?? {})) wordsOf(property, words.add(name))
  for (const branch of schema.anyOf ?? []) wordsOf(branch, words)
  if (schema.items) wordsOf(schema.items, words)
  return words
}

describe('every operation that answers with a set', () => {
  const lists = operations.filter(({ output }) => 'items' in ((output as Schema).properties ?? {}))

  forEachOperation(lists)('%s is a list: page, page_size, sort and dir', (_, { input, output }) => {
    const { page, page_size, sort, dir } = input.properties as Record<string, Schema>
    expect(page).toMatchObject({ type: 'integer', minimum: 1 })
    expect(page_size).toMatchObject({ type: 'integer', minimum: 1, maximum: 200 })
    expect(sort!.enum!.length).toBeGreaterThan(0)
    expect(dir!.enum).toEqual(['asc', 'desc'])
    expect((output as Schema).required).toEqual(expect.arrayContaining(['items', 'total', 'page', 'page_size']))
  })

  const whole = ['list_mcp_tools', 'list_routes', 'list_plans', 'list_packs', 'list_email_templates', 'list_languages']

  test('has pages of 50 rows, unless it is what the install offers, of which a caller has to see everything', () => {
    const unpaged = lists.filter(({ input }) => !('default' in (input.properties.page_size as Schema)))
    expect(unpaged.map(({ name }) => name).toSorted()).toEqual(whole.toSorted())
    for (const one of lists.filter(({ name }) => !whole.includes(name)))
      expect(one.input.properties.page_size).toMatchObject({ default: 50 })
  })

  test.each(whole)('%s comes whole, and in pages when they are asked for', async (name) => {
    const list = operations.find((one) => one.name === name)!
    const page = async (asked: Input) => (await ask(cast, list, cast.sessions.pat, asked)).json!.data as Page
    const all = await page({})
    expect(all).toMatchObject({ total: all.items.length, page: 1, page_size: all.items.length })
    expect(all.items.length).toBeGreaterThan(2)
    expect(await page({ page: 1 })).toEqual({ ...all, items: all.items.slice(0, 50), page_size: 50 })
    expect(await page({ page_size: 2 })).toEqual({ ...all, items: all.items.slice(0, 2), page_size: 2 })
    expect(await page({ page: 2, page_size: 2 })).toEqual({
      ...all,
      items: all.items.slice(2, 4),
      page: 2,
      page_size: 2,
    })
  })

  test('is named so, and nothing else is', () => {
    const named = operations.filter(({ name }) => name.startsWith('list_'))
    const unpaged = named.filter((one) => !lists.includes(one)).map(({ name }) => name)
    // A person has a handful of factors and connections, an install one address for each mail service: they come whole.
    expect(unpaged).toEqual(['list_factors', 'list_own_identities', 'list_bounce_hooks'])
  })
})
