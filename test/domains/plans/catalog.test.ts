import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { boot } from '../../../src/boot.ts'
import { BUILT_IN, cents, readCatalog } from '../../../src/domains/plans/index.ts'
import { ConfigError, readConfig } from '../../../src/kernel/environment/config.ts'
import { silentLog } from '../../../src/kernel/environment/log.ts'
import { world } from '../../world.ts'

const folder = mkdtempSync(join(tmpdir(), 'signalpost-catalog-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function fileOf(text: string): string {
  const path = join(folder, 'catalog.json')
  writeFileSync(path, text)
  return path
}

function refusal(text: string): string {
  try {
    readCatalog(fileOf(text))
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
  throw new Error('the catalog was taken')
}

test('the built-in catalog holds the plans and packs on offer, each with its price and limits', () => {
  const plans = BUILT_IN.plans.map((plan) => [
    plan.plan,
    plan.usd_month,
    plan.usd_year,
    plan.monthly_index_credits,
    plan.monthly_check_credits,
    plan.urls_per_push,
    plan.clients,
    plan.members,
    plan.keys,
    plan.features.join(),
  ])
  expect(plans).toEqual([
    ['free', 0, 0, 0, 100, 50, 0, 2, 1, ''],
    ['agency_starter', 49, 490, 500, 2500, 10000, 5, 5, 5, 'logo'],
    ['agency_pro', 149, 1490, 2000, 10000, 10000, 25, 15, 20, 'logo,accent,from_name'],
    ['agency_scale', 399, 3990, 6000, 30000, 10000, null, null, null, 'logo,accent,from_name,domain'],
  ])
  expect(BUILT_IN.plans.map((plan) => plan.trial_index_credits)).toEqual([10, 0, 0, 0])
  expect(BUILT_IN.packs.map((pack) => [pack.pack, pack.usd, pack.index_credits, pack.check_credits])).toEqual([
    ['try', 9, 50, 100],
    ['boost', 39, 300, 500],
    ['pro', 119, 1000, 2000],
    ['checks', 15, 0, 2000],
    ['checks_l', 49, 0, 10000],
  ])
})

test('a catalog file changes what it names and leaves the rest as built in', () => {
  const catalog = readCatalog(
    fileOf('{"plans": {"agency_pro": {"usd_month": 149.5, "keys": null}}, "packs": {"try": {"usd": 12}}}'),
  )
  expect(catalog.plans[2]).toEqual({ ...BUILT_IN.plans[2]!, usd_month: 149.5, keys: null })
  expect(catalog.packs[0]).toEqual({ ...BUILT_IN.packs[0]!, usd: 12 })
  expect(catalog.plans[1]).toEqual(BUILT_IN.plans[1]!)
  expect(readCatalog('')).toBe(BUILT_IN)
})

test('an install serves the catalog that its file describes', async () => {
  const w = world({ env: { SIGNALPOST_CATALOG: fileOf('{"packs": {"boost": {"usd": 41.99}}}') } })
  const { items } = await w.call<{ items: { pack: string; usd: number }[] }>('ada', 'list_packs')
  expect(items.find((pack) => pack.pack === 'boost')?.usd).toBe(41.99)
  w.close()
})

describe('a bad catalog file stops the start', () => {
  test('naming the line where JSON breaks', () => {
    expect(refusal('{\n  "plans": {\n    "free": { "keys": }\n  }\n}')).toMatch(
      /^SIGNALPOST_CATALOG: .*catalog\.json: line 3: /,
    )
    expect(refusal('')).toContain('line 1: ')
  })

  test.each([
    ['the bracket after a comma too many', '{\n  "plans": {},\n\n}', 4],
    ['the same in a list', '{\n"plans": {"free": {\n"features": ["logo",\n]}}}', 4],
    ['a comment', '{\n  "plans": {},\n  // prices of 2027\n  "packs": {}\n}', 3],
    ['a comment in the middle of a line', '{\n  "plans": {}, /* prices */\n  "packs": {}\n}', 2],
    ['a name without quotes', '{\n  "plans": {\n    free: {}\n  }\n}', 3],
    ['single quotes', "{\n  'plans': {}\n}", 2],
    ['a number that JSON does not know', '{"packs": {"try": {\n"usd": 9,\n"index_credits": +5}}}', 3],
    ['the first of two mistakes', '{\n"plans": {},\n// one\n"packs": }', 3],
    ['a file that stops', '{\n"plans": {\n', 3],
  ])('naming the line of %s', (_, text, line) => {
    expect(refusal(text)).toContain(`catalog.json: line ${line}: `)
  })

  test('not misled by what stands in strings', () => {
    const name = '"name": "a \\" // b, ] \\\\"'
    expect(refusal(`{"plans": {"free": {${name}}},\n"packs": {},}`)).toContain('line 2: ')
  })

  test('before the database is touched', () => {
    const data_dir = join(folder, 'data')
    const { config } = readConfig({ SIGNALPOST_DATA_DIR: data_dir, SIGNALPOST_CATALOG: fileOf('{"plans": 5}') })
    expect(() => boot(config, { log: silentLog })).toThrow('plans must be an object')
    expect(existsSync(data_dir)).toBe(false)
  })

  test.each([
    ['{"plans": {"gold": {}}}', 'plans.gold is not a known field'],
    ['{"plans": {"free": {"price": 5}}}', 'plans.free.price is not a known field'],
    ['{"plans": {"free": {"keys": -1}}}', 'plans.free.keys'],
    ['{"plans": {"free": {"urls_per_push": 20000}}}', 'plans.free.urls_per_push must be 10000 or less'],
    ['{"plans": {"free": {"features": ["gold"]}}}', 'plans.free.features.0 must be one of logo, accent'],
    ['{"packs": {"try": {"usd": "9"}}}', 'packs.try.usd must be a number'],
    ['{"packs": {"try": {"usd": 9.999}}}', 'packs.try.usd has more than two decimals'],
    ['{"packs": {"try": {"index_credits": 0, "check_credits": 0}}}', 'packs.try holds no credits'],
    ['[]', 'the file must be an object'],
  ])('naming the field and the reason: %s', (text, reason) => {
    expect(refusal(text)).toContain(reason)
  })

  test('saying so when it cannot be read', () => {
    expect(() => readCatalog(join(folder, 'missing.json'))).toThrow('SIGNALPOST_CATALOG: cannot be read')
  })
})

test('prices become whole cents', () => {
  expect([cents(0), cents(9), cents(19.99), cents(1_490)]).toEqual([0, 900, 1999, 149_000])
})
