/** The collection in the hands of Postman's own library: it reads it, fills in the variables, and the calls are answered. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { callsOut } from '../../src/kernel/operation/operation.ts'
import { operations } from '../../src/operations/index.ts'
import { type House, house } from '../doors/house.ts'

const LIBRARY = resolve(import.meta.dir, '../generators/node_modules/postman-collection')

/** Media types of which the document shows no example. */
const BODILESS = ['application/pdf', 'application/x-ndjson']

/** Of the library, what is used here. */
type Collection = {
  name: string
  auth: { parameters(): { get(name: string): string } }
  items: { all(): { name: string; items: unknown }[] }
  forEachItem(each: (item: Item) => void): void
  variables: { toObject(): Record<string, string> }
}
type Item = {
  name: string
  request: {
    method: string
    url: { toString(): string; variables: { add(one: object): void; clear(): void } }
    headers: { toObject(): Record<string, string> }
    body?: { raw: string }
    toObjectResolved(scope: null, values: object[], options: object): { url: object; auth?: unknown }
  }
  responses: { all(): { code: number; text(): string }[] }
}

describe.skipIf(!existsSync(LIBRARY))('the Postman collection', () => {
  let h: House
  let collection: Collection
  let json: Record<string, unknown>
  const items: Item[] = []
  beforeAll(async () => {
    h = house()
    json = (await (await fetch(`${h.url}/docs/postman.json`)).json()) as Record<string, unknown>
    const { Collection } = await import(join(LIBRARY, 'index.js'))
    collection = new Collection(json)
    collection.forEachItem((item) => items.push(item))
  })
  afterAll(() => h.close())

  test('has every operation once, in the folders of the document, each with an answer', () => {
    expect(items.map(({ name }) => name).sort()).toEqual(operations.map(({ name }) => name).sort())
    const { tags } = { tags: collection.items.all().map(({ name }) => name) }
    expect(tags).toContain('Pushes')
    // A PDF is no text, and the trail's hashes differ each time, so their answers have no body.
    const isText = new Map(operations.map(({ name, produces }) => [name, !BODILESS.includes(produces ?? '')]))
    for (const { name, responses } of items) {
      const [answer] = responses.all()
      expect([name, answer?.code, (answer?.text() ?? '').length > 0]).toEqual([name, 200, isText.get(name)!])
    }
  })

  test('asks for an address and a key alone', () => {
    expect(Object.keys(collection.variables.toObject())).toEqual(['url', 'key'])
    const used = new Set([...JSON.stringify(json).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name))
    expect([...used].sort()).toEqual(['key', 'url'])
    expect(collection.auth.parameters().get('token')).toBe('{{key}}')
  })

  test('calls what there is: each request reaches its operation', async () => {
    const { Url } = await import(join(LIBRARY, 'index.js'))
    const key = h.keyOf('ada', { rate_per_min: 600 })
    const values = [{ url: `${h.url}/api/v1`, key }]
    for (const { name, request } of items) {
      const operation = operations.find((one) => one.name === name)!
      const { url } = request.toObjectResolved(null, values, { ignoreOwnVariables: true })
      const address = new Url(url).toString()
      expect(address).toStartWith(`${h.url}/api/v1/`)
      expect(address).not.toMatch(/[{}:](?!\/\/|\d)/)
      // Whatever the example names is not there, but every question about one's own workspace is answered.
      const own = operation.method === 'GET' && operation.path_names.length === 0 && !callsOut(operation)
      if (!own) continue
      const { status } = await fetch(address, { headers: { authorization: `Bearer ${key}` } })
      expect([name, operation.role === 'platform' || operation.person ? [403] : [200, 404]]).toEqual([
        name,
        expect.arrayContaining([status]),
      ])
    }
  })
})
