/** Below its root an agency's people and clients read the agency's name, never the product's. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { letterBrand, sampleOf, TEMPLATES, type Template } from '../../src/domains/mail/index.ts'
import { pushing, urls } from '../pushing.ts'
import { CAST, type Person } from '../world.ts'
import { browserOf } from './browser.ts'

const BAKERY = CAST.vera.tenant_id
const PRODUCT = /Signalpost/
/** The plan of the agency, which is its own affair. */
const PLAN = /Agency (Starter|Scale|Pro)|agency_/

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
const shared: string[] = []

beforeAll(async () => {
  office = await pushing(500, 500)
  await office.call('ada', 'allocate_credits', { tenant_id: BAKERY, amount: 200 })
  const push = { tenant_id: BAKERY, urls: urls(40, 'one'), preflight: false }
  const { id } = await office.call<{ id: string }>('ada', 'submit_index_job', push)
  await office.call('ada', 'submit_index_job', { ...push, urls: urls(5, 'two') })
  for (const day of [0, 1, 3, 7]) await office.day(day)
  const job = await office.call<{ url: string }>('ada', 'share_job_report', { id })
  const month = await office.call<{ url: string }>('ada', 'share_month_report', { id: BAKERY, month: '2026-11' })
  for (const url of [job.url, month.url]) shared.push(new URL(url).pathname)
  browser = browserOf(office)
})
afterAll(() => office.close())

const read = (text: string) => text.replaceAll('&amp;', '&')

/** Other lines of one list, and other orders of it, say the same words. */
const VARIANTS = 6
const shapeOf = (path: string) => path.split('?')[0]!.replace(/[0-9a-f-]{36}|\d+/g, '*')

/** Every page that links lead to, with what each one says. */
async function walk(person: Person | null, starts: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const shapes = new Map<string, number>()
  const queue = [...starts]
  for (let path = queue.shift(); path; path = queue.shift()) {
    const times = shapes.get(shapeOf(path)) ?? 0
    if (found.has(path) || times >= VARIANTS) continue
    shapes.set(shapeOf(path), times + 1)
    if (found.size % 50 === 49) office.clock.turn(60_000)
    const { html, location } = await browser.visit(person, path)
    found.set(path, html)
    if (location?.startsWith('/')) queue.push(location)
    const links = [...html.matchAll(/\shref="([^"]*)"/g)].map(([, to]) => read(to!).split('#')[0]!)
    queue.push(...links.filter((to) => /^\/(app\/w|r)\//.test(to)))
  }
  return found
}

const saying = (pages: Map<string, string>, words: RegExp) =>
  [...pages].flatMap(([path, html]) =>
    words.test(html) ? [`${path}: ${new RegExp(`.{30}${words.source}.{30}`).exec(html)?.[0] ?? words.source}`] : [],
  )

test('no page that a viewer of a client can reach has the name of the product, nor that of the agency’s plan', async () => {
  const pages = await walk('vera', ['/app', `/app/w/${BAKERY}`, `/app/w/${BAKERY}/nowhere`])
  expect(pages.size).toBeGreaterThan(20)
  expect(saying(pages, PRODUCT)).toEqual([])
  expect(saying(pages, PLAN)).toEqual([])
  expect(pages.get(`/app/w/${BAKERY}`)).toContain('· Northwind</title>')
}, 60_000)

test('nor has a page of a public report', async () => {
  const pages = await walk(null, shared)
  expect(pages.size).toBeGreaterThan(3)
  expect(saying(pages, PRODUCT)).toEqual([])
  expect(saying(pages, PLAN)).toEqual([])
  for (const path of shared) expect(pages.get(path)).toContain('Northwind')
}, 60_000)

/** These go to whoever runs the install. */
const OPERATORS: readonly Template[] = ['operator_alert', 'backup_failed']

test('nor has a letter, in its subject, its words or its sender', async () => {
  const { letters } = office.app
  const brands = office.db.read((tx) => [BAKERY, null].map((id) => letterBrand(tx, office.app, id)))
  expect(brands.map(({ name }) => name)).toEqual(['Northwind', 'localhost'])
  for (const template of TEMPLATES.filter((one) => !OPERATORS.includes(one)))
    for (const brand of brands)
      expect(
        JSON.stringify(letters(template, brand, sampleOf(office.app, template), 'https://push.example/x')),
      ).not.toMatch(PRODUCT)
})

test('a letter about the account is under the name of the agency once the address is verified', async () => {
  await office.call('pat', 'reset_user_password', { id: CAST.vera.id, send_email: true })
  const brandOfLast = () =>
    office.db.read((tx) => tx.row<{ brand: string }>('select brand from mails order by id desc limit 1')!.brand)
  expect(brandOfLast()).toContain('"Northwind"')
  office.db.write((tx) => tx.run('update users set email_verified_at = null where id = ?', CAST.vera.id))
  await office.call('pat', 'reset_user_password', { id: CAST.vera.id, send_email: true })
  expect(brandOfLast()).toContain('"localhost"')
})
