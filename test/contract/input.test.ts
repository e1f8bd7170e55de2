/** Every declared rule of every input, broken one at a time: 422 that names the field, and not a row changes. */
import { describe, expect, test } from 'bun:test'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { MAX_URLS } from '../../src/kernel/operation/shape.ts'
import { operations } from '../../src/operations/index.ts'
import { some } from '../long/whole.ts'
import { readDocument } from './document.ts'
import { castOfFile, forEachOperation } from './each.ts'
import { type Answered, ask, exampleOf, takesBody } from './request.ts'
import type { Credential } from './seed-cast.ts'
import { type Schema, type Violation, violationsOf } from './violations.ts'

const cast = await castOfFile()
const document = await readDocument(cast)

/** What a person alone decides is asked by one who has signed in, not by a key. */
const mighty = ({ role, person }: AnyOperation): Credential => {
  if (role !== 'platform') return cast.sessions.ada
  return person ? cast.sessions.pat : cast.platform
}

describe('a broken rule of the input', () => {
  forEachOperation()('of %s is 422 by name, and changes nothing', async (_, operation) => {
    const before = cast.rows()
    const wrong: unknown[] = []
    for (const violation of some([...violationsOf(operation)], 2)) {
      const answer = await ask(cast, operation, mighty(operation), violation.input)
      const { rule, path, input } = violation
      if (!names(operation, answer, violation))
        wrong.push([rule, path, brief(input), answer.status, brief(answer.json?.error ?? answer.text)])
      wrong.push(...document.faultsOf(operation, answer))
      // A form that has no words gets this one: the field needs a description.
      if (answer.text.includes('of another form')) wrong.push([rule, path, 'no word of the form'])
    }
    expect(wrong).toEqual([])
    expect(cast.rows()).toBe(before)
  })
})

/** Whether the answer refuses the violation under the field's own name, or that of what is wrong within it. A word too long for an id names no workspace. */
function names(operation: AnyOperation, { status, json }: Answered, { rule, path, input }: Violation): boolean {
  if (operation.tenant_names.includes(path) && typeof input[path] === 'string') return status === 404
  const { code, details } = json?.error ?? {}
  const { issues = [] } = details ?? {}
  const tooMany = rule === 'maxItems' && ((input[path] as unknown[])?.length ?? 0) > MAX_URLS
  const wanted = tooMany ? [413, 'too_many_urls'] : [422, 'validation_failed']
  return (
    String([status, code]) === String(wanted) &&
    issues.some((issue) => issue.path === path || issue.path.startsWith(`${path}.`))
  )
}

const brief = (value: unknown): string => JSON.stringify(value).slice(0, 200)

test('every number of an input has bounds that the database keeps exactly', () => {
  const open = operations.flatMap(({ name, input }) => unbounded(name, input as Schema))
  expect(open).toEqual([])
})

/** Where a number may be of any size. */
function unbounded(name: string, { type, minimum, maximum, properties = {}, anyOf = [], items }: Schema): string[] {
  const isNumber = type === 'integer' || type === 'number'
  const within = Math.max(Math.abs(minimum ?? Infinity), Math.abs(maximum ?? Infinity)) <= Number.MAX_SAFE_INTEGER
  return [
    ...(isNumber && !within ? [name] : []),
    ...Object.entries(properties).flatMap(([field, one]) => unbounded(`${name}.${field}`, one)),
    ...anyOf.flatMap((one) => unbounded(name, one)),
    ...(items ? unbounded(`${name}[]`, items) : []),
  ]
}

describe('a body that is no JSON object', () => {
  forEachOperation(operations.filter(takesBody))('is 422 to %s', async (_, operation) => {
    const before = cast.rows()
    for (const body of ['{', '[]', 'null', '"text"', '7', '{"a":1}{', '\u0000', '{"a":"\\u0000"}', '['.repeat(40)]) {
      const answer = await ask(cast, operation, mighty(operation), exampleOf(operation), body)
      expect([body, answer.status, answer.json?.error?.code]).toEqual([body, 422, 'validation_failed'])
    }
    expect(cast.rows()).toBe(before)
  })
})
