import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { changes } from '../../../src/kernel/operation/operation.ts'
import { operations } from '../../../src/operations/index.ts'
import { resolved } from '../../contract/document.ts'
import { bodyOf, type House, house } from '../house.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document whose shape is what is tested
type Json = any

let h: House
let document: Json
beforeAll(async () => {
  h = house()
  document = await (await fetch(`${h.url}/openapi.json`)).json()
})
afterAll(() => h.close())

const FILES = ['text/csv', 'application/pdf', 'application/x-ndjson']

const described = (): [string, string, Json][] =>
  Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]): [string, string, Json] => [method, path, operation]),
  )

describe('the document', () => {
  test('is OpenAPI 3.1.0 of version 2.1.0, served where the site is', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info.version).toBe('2.1.0')
    expect(document.servers).toEqual([{ url: `${h.app.config.site_url}/api/v1` }])
    expect(Object.keys(document.components.securitySchemes)).toEqual(['bearer', 'api_key', 'session'])
  })

  test('has the operations that the router and GET /routes have, and no other', async () => {
    const { data } = await bodyOf<{ items: Json[]; total: number }>(await h.ask('ada', '/api/v1/routes'))
    const told = described().map(([method, path, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`)
    const routes = data.items.map(({ method, path, name }) => `${method} ${path} ${name}`)
    expect(told.sort()).toEqual(routes.sort())
    expect(data.total).toBe(operations.length)
    for (const [method, path] of described()) {
      const answer = await fetch(`${h.url}/api/v1${path.replace(/\{\w+\}/g, 'x')}`, { method })
      expect([method, path, answer.status]).toEqual([method, path, 401])
    }
  })

  test('names each operation and each path once', () => {
    const ids = described().map(([, , { operationId }]) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
    expect(new Set(shapes).size).toBe(shapes.length)
  })

  test('files each operation under a tag that exists, with a summary', () => {
    const tags = document.tags.map(({ name }: Json) => name)
    for (const [, , { tags: own, summary, description }] of described()) {
      expect(tags).toContain(own[0])
      expect(summary).toBeTruthy()
      expect(description).toBeTruthy()
    }
  })

  test('refers only to what it holds', () => {
    for (const [, at] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g))
      expect(at!.split('/').reduce((node: Json, name) => node?.[name], document)).toBeDefined()
  })

  test('holds nothing that it does not refer to, but for the error that is any of them', () => {
    const text = JSON.stringify(document)
    const unused = ['responses', 'parameters', 'headers', 'schemas'].flatMap((kind) =>
      Object.keys(document.components[kind]).filter((name) => !text.includes(`"#/components/${kind}/${name}"`)),
    )
    expect(unused).toEqual(['Error'])
  })
})

describe('parameters, bodies and answers', () => {
  test('every schema is valid JSON Schema 2020-12', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    for (const [method, path, operation] of described())
      for (const schema of schemasOf(operation)) {
        const where = `${method} ${path}`
        expect([where, ajv.validateSchema(schema), ajv.errors]).toEqual([where, true, null])
      }
  })

  test('the path declares exactly the names in its braces', () => {
    for (const [, path, { parameters }] of described()) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = parameters.filter(({ in: place }: Json) => place === 'path')
      expect(declared.map(({ name }: Json) => name).sort()).toEqual(named.sort())
      for (const { required, schema } of declared) expect([required, typeof schema]).toEqual([true, 'object'])
    }
  })

  test('a body refuses unknown fields, and its example fits', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    for (const [method, path, { requestBody }] of described()) {
      if (!requestBody) continue
      const { schema, example } = requestBody.content['application/json']
      expect(schema.additionalProperties).toBe(false)
      const where = `${method} ${path}`
      expect([where, ajv.validate(resolved(document, schema) as object, example), ajv.errors]).toEqual([
        where,
        true,
        null,
      ])
    }
  })

  test('a success is in the envelope, or a file', () => {
    for (const [, , { responses }] of described()) {
      const { content, headers } = responses['200']
      expect(Object.keys(headers)).toEqual(['X-Request-Id', 'RateLimit-Remaining'])
      if (FILES.some((type) => content[type])) continue
      const { schema } = content['application/json']
      expect([schema.required, schema.properties.ok]).toEqual([['ok', 'data'], { type: 'boolean', const: true }])
    }
  })

  test('lists take page, page_size, sort and dir, with the sorts that there are', () => {
    for (const [, , { operationId, parameters, responses }] of described()) {
      const answered = responses['200'].content['application/json']?.schema.properties.data
      const data = resolved(document, answered) as Json
      if (!data?.properties?.items || !data.properties.page_size) continue
      const byName = Object.fromEntries(parameters.map((one: Json) => [one.name, one]))
      expect([operationId, byName.page_size?.schema.maximum]).toEqual([operationId, 200])
      expect(byName.sort.schema.enum.length).toBeGreaterThan(0)
      expect((resolved(document, byName.dir.schema) as Json).enum).toEqual(['asc', 'desc'])
    }
  })

  test('each operation documents the refusals that follow from what it is', () => {
    for (const operation of operations) {
      const { responses, parameters } = document.paths[operation.path][operation.method.toLowerCase()]
      const statuses = Object.keys(responses)
      expect(statuses).toEqual(expect.arrayContaining(['200', '401', '403', '422', '429', '500']))
      if (operation.path_names.length) expect(statuses).toContain('404')
      if (operation.input.properties.urls) expect(statuses).toContain('413')
      if (changes(operation)) {
        expect(statuses).toEqual(expect.arrayContaining(['409', '415']))
        expect(parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' })
      }
    }
  })

  test('are said as shortly and as fully as OpenAPI 3.1 can', () => {
    const loose: string[] = []
    for (const [at, schema] of schemasIn(document, '')) {
      const { type, enum: words, properties, additionalProperties, anyOf } = schema
      if (words && !type) loose.push(`${at}: words without a type`)
      if (type === 'object' && !properties && additionalProperties === undefined) loose.push(`${at}: holds nothing`)
      const [only, ...more] = anyOf?.filter((one: Json) => one.type !== 'null') ?? []
      if (only && !more.length && !only.$ref) loose.push(`${at}: two branches where two types would do`)
    }
    expect(loose).toEqual([])
    const open = [...schemasIn(document, '')].filter(([, one]) => one.additionalProperties === true).map(([at]) => at)
    // What is another's to say: JSON Schema, the input of any operation, what it was about before and after, an event.
    for (const at of open) expect(at).toMatch(/\/(Tool|DraftDetail|AuditLine|WebhookType)\//)
  })

  test('an answer of 502 is documented where an outside service is called, and nowhere else', () => {
    const has502 = (name: string) => described().some(([, , one]) => one.operationId === name && '502' in one.responses)
    for (const name of ['sync_job', 'preflight_urls', 'connect_supplier'])
      expect([name, has502(name)]).toEqual([name, true])
    for (const name of ['change_password', 'update_profile', 'preview_indexnow', 'export_job_csv', 'submit_index_job'])
      expect([name, has502(name)]).toEqual([name, false])
  })

  test('an error as it is answered fits the schema of errors', async () => {
    const validate = new Ajv2020({ strict: false }).compile(
      resolved(document, document.components.schemas.Error) as object,
    )
    for (const path of ['/api/v1/nothing', '/api/v1/jobs/nothing', '/api/v1/jobs?page=0'])
      expect(validate(await (await h.ask('ada', path)).json())).toBe(true)
  })
})

/** Every object in it that says of itself what it is, with its place. */
function* schemasIn(node: Json, at: string): Generator<[string, Json]> {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node) && !at.endsWith('/properties')) yield [at, node]
  for (const [name, one] of Object.entries(node)) if (name !== 'example') yield* schemasIn(one, `${at}/${name}`)
}

function schemasOf({ parameters, requestBody, responses }: Json): Json[] {
  return [
    ...parameters.flatMap(({ schema }: Json) => schema ?? []),
    ...Object.values<Json>(requestBody?.content ?? {}).map(({ schema }) => schema),
    ...Object.values<Json>(responses['200'].content).map(({ schema }) => schema),
  ]
}
