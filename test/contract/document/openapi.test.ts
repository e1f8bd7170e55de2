/** What the document says is what the router does, and it says it in OpenAPI 3.1 and JSON Schema 2020-12 alone. */
import { describe, expect, test } from 'bun:test'
import { MAX_URLS } from '../../../src/kernel/operation/shape.ts'
import type { operations } from '../../../src/operations/index.ts'
import { type Json, judgeOf, readDocument, resolved } from '../document.ts'
import { castOfFile, forEachOperation } from '../each.ts'
import { exampleOf, pathOf, send, takesBody } from '../request.ts'
import type { Schema as Rules } from '../violations.ts'

const cast = await castOfFile()
const document = await readDocument(cast)

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

describe('the document and the router', () => {
  test('know the same methods of every path, and Allow names them', async () => {
    for (const path of Object.keys(document.json.paths!)) {
      const known = Object.keys(document.json.paths![path]!).map((method) => method.toUpperCase())
      const address = cast.url + pathOf({ path } as never, { id: 'x', uid: 'x', rid: 'x', sid: 'x' })
      const allow = (known.includes('GET') ? ['HEAD', ...known] : known).sort().join(', ')
      for (const method of METHODS.filter((one) => !known.includes(one) && !takenAs(path).includes(one))) {
        const { status, headers } = await send(address, { method, headers: cast.platform })
        expect([path, method, status, headers.get('allow')]).toEqual([path, method, 405, allow])
      }
    }
  })

  /** Methods of a path with an id in the place of a word: GET /jobs/estimate asks for a job of that id. */
  const takenAs = (path: string): string[] =>
    Object.entries(document.json.paths!)
      .filter(([other]) => other !== path && new RegExp(`^${other.replace(/\{\w+\}/g, '[^/{]+')}$`).test(path))
      .flatMap(([, methods]) => Object.keys(methods).map((method) => method.toUpperCase()))

  forEachOperation()('%s is described: operation, parameters, body and answers in their places', (_, operation) => {
    const { parameters, requestBody, responses, ...told } = document.of(operation)
    const marks = [...(operation.tool ? ['x-mcp-tool'] : []), ...(operation.proof ? ['x-asks-for-proof'] : [])]
    const fields = ['operationId', 'tags', 'summary', 'description', ...marks]
    expect(Object.keys(told).sort()).toEqual(fields.sort())
    expect(requestBody === undefined).toBe(!takesBody(operation) || bodyFields(operation).length === 0)
    for (const parameter of resolved(document.json, parameters) as Json[]) {
      expect(['path', 'query', 'header']).toContain(String(parameter.in))
      expect(typeof parameter.required === 'boolean' || parameter.in === ('header' as never)).toBe(true)
    }
    for (const [status, response] of Object.entries(resolved(document.json, responses) as Record<string, Json>)) {
      expect(status).toMatch(/^[2-5]\d\d$/)
      expect(String(response.description).length).toBeGreaterThan(0)
      expect(Object.keys(response.content!)).toHaveLength(1)
    }
  })

  forEachOperation()('%s is in the section Platform only if it is for platform admins', (_, operation) => {
    if (operation.role !== 'platform') expect(document.of(operation).tags).not.toEqual(['Platform'])
  })

  forEachOperation()('%s documents the statuses that follow from what it is', (_, operation) => {
    const { input, role, path_names, tenant_names, faults = [], output } = operation
    const statuses = Object.keys(document.of(operation).responses!)
    const wanted = ['200', '401', '429', '500']
    if (role !== null) wanted.push('403')
    if (path_names.length || tenant_names.length) wanted.push('404')
    if (Object.keys(input.properties).length) wanted.push('422')
    if (faults.includes('insufficient_credits')) wanted.push('402')
    if (Object.values(input.properties).some((field) => (field as Schema).maxItems === MAX_URLS)) wanted.push('413')
    expect(statuses).toEqual(expect.arrayContaining(wanted))
    expect(output).toBeDefined()
  })
})

const bodyFields = ({ input, path_names }: (typeof operations)[number]): string[] =>
  Object.keys(input.properties).filter((name) => !path_names.includes(name))

describe('the schemas', () => {
  forEachOperation()('of %s hold no word or format that JSON Schema 2020-12 does not know', (_, operation) => {
    for (const schema of schemasOf(operation)) expect(() => judgeOf(schema)).not.toThrow()
  })

  forEachOperation()('of %s fit its examples', (_, operation) => {
    const { parameters, requestBody } = resolved(document.json, document.of(operation)) as Json
    const media = requestBody?.content?.['application/json']
    const shown = [...(parameters ?? []), ...(media ? [media] : [])] as Json[]
    for (const { schema, example, name } of shown.filter((one) => one.example !== undefined))
      expect([name, judgeOf(schema)(example)]).toEqual([name, true])
    expect(document.accepts(operation, exampleOf(operation))).toBe(true)
  })

  forEachOperation()('of %s give each input a title or a description, for forms and for readers', (_, { input }) => {
    expect(bareFields(input as Schema)).toEqual([])
  })

  function schemasOf(operation: (typeof operations)[number]): Json[] {
    const { parameters, requestBody, responses } = resolved(document.json, document.of(operation)) as Json
    const contents = [requestBody, ...Object.values(responses!)].flatMap((part) => Object.values(part?.content ?? {}))
    return [...(parameters as Json[]), ...(contents as Json[])].map(({ schema }) => schema!)
  }
})

type Schema = Omit<Rules, 'properties' | 'anyOf' | 'items'> & {
  title?: string
  description?: string
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  items?: Schema
}

/**
 * Fields without a word for a person, those of lists too. A group needs none: its fields have theirs. A number whose title
 * repeats its name says nothing.
 */
function bareFields({ properties = {}, anyOf = [], items }: Schema): string[] {
  const own = Object.entries(properties).flatMap(([name, field]) => {
    const all = [field, ...(field.anyOf ?? [])]
    const says = ({ type, title, description }: Schema) =>
      type === 'object' ||
      description !== undefined ||
      (title !== undefined && !(NUMBERS.has(type!) && title.toLowerCase().endsWith(name.replaceAll('_', ' '))))
    return [...(all.some(says) ? [] : [name]), ...bareFields(field)]
  })
  return [...own, ...anyOf.flatMap(bareFields), ...(items ? bareFields(items) : [])]
}
const NUMBERS = new Set(['integer', 'number'])
