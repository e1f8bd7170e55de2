/** What holds for an input that is left out: the document says it, and the handlers do it. */
import { beforeEach, describe, expect } from 'bun:test'
import type { AnyOperation } from '../../../src/kernel/operation/operation.ts'
import { isMarked } from '../../../src/kernel/operation/shape.ts'
import { operations } from '../../../src/operations/index.ts'
import { castOfFile, forEachOperation } from '../each.ts'
import { ask, exampleOf } from '../request.ts'
import type { Schema as Rules } from '../violations.ts'

type Schema = Omit<Rules, 'anyOf'> & { anyOf?: Schema[]; description?: string; default?: unknown }

const cast = await castOfFile()
beforeEach(() => cast.reset())

describe('an input that may be left out', () => {
  // What a PATCH or PUT leaves out stays as it is; a choice among the words of a list narrows it, and else there is none.
  const ordering = operations.filter(({ method }) => method !== 'PATCH' && method !== 'PUT')

  forEachOperation(ordering)('of %s says what holds without it', (_, operation) => {
    const untold = Object.entries(operation.input.properties as Record<string, Schema>)
      .filter(([name]) => !operation.input.required?.includes(name) && !operation.path_names.includes(name))
      .filter(
        ([, field]) => isMarked(field, 'tenant') || (chooses(field) && !(operation.method === 'GET' && field.enum)),
      )
      .filter(([, field]) => !('default' in field) && !TOLD.test(wordsOf(field)))
    expect(untold.map(([name]) => name)).toEqual([])
  })

  const open = operations.filter(({ method }) => method === 'PATCH' || method === 'PUT')

  forEachOperation(open)('of %s has no fixed value where it stays as it is', (_, operation) => {
    const fixed = Object.entries(defaultsOf(operation)).filter(([, value]) => value !== false)
    expect(fixed).toEqual([])
  })

  const replacing = open.filter(({ method, input, path_names }) => {
    const names = Object.keys(input.properties).filter((name) => !path_names.includes(name))
    return method === 'PUT' && names.some((name) => !input.required?.includes(name))
  })

  forEachOperation(replacing)('of %s stays as it is, although it is a PUT, and it says so', (_, operation) => {
    expect(`${operation.summary} ${operation.description}`).toMatch(/(left out|omitted fields) stay/i)
  })

  const fixed = operations.filter((one) => Object.keys(defaultsOf(one)).length > 0)

  forEachOperation(fixed)('of %s means the value that is documented', async (_, operation) => {
    const admin = operation.person ? cast.sessions.pat : cast.platform
    const who = operation.role === 'platform' ? admin : cast.sessions.ada
    const left = [...Object.keys(defaultsOf(operation)), ...(LINKED[operation.name] ?? [])]
    const without = Object.fromEntries(Object.entries(exampleOf(operation)).filter(([name]) => !left.includes(name)))
    const answers: string[] = []
    const needed = NEEDED[operation.name]
    for (const input of [
      { ...without, ...needed },
      { ...defaultsOf(operation), ...without, ...needed },
    ]) {
      const { status, text } = await ask(cast, operation, who, input)
      answers.push(`${status} ${withoutIds(text)}`)
      cast.reset()
    }
    expect(answers[0]).toStartWith('200 ')
    expect(answers[1]).toBe(answers[0]!)
  })
})

/** Fields of an example that mean something beside one with a fixed value alone. */
const LINKED: Record<string, string[]> = { set_tenant_plan: ['ref'] }

/** What must be there for a call without the fields that have a fixed value: a hook needs hosts or a standing push. */
const NEEDED: Record<string, object> = { create_deploy_hook: { hosts: ['bakery.example'] } }

const TOLD = /unless given|left out|leave out|empty:|when unset|without it|default/i

/** Whether it is a switch, a number or a choice, alone or beside other types. */
const chooses = ({ type, enum: choice, anyOf = [] }: Schema): boolean =>
  !!choice || type === 'boolean' || type === 'integer' || type === 'number' || anyOf.some(chooses)

const wordsOf = ({ description = '', anyOf = [] }: Schema): string => [description, ...anyOf.map(wordsOf)].join(' ')

const defaultsOf = ({ input }: AnyOperation): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input.properties as Record<string, Schema>).flatMap(([name, field]) =>
      'default' in field ? [[name, field.default]] : [],
    ),
  )

/** What is made anew each time has another id, and other codes. */
const withoutIds = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\bsp[a-z]_\w{38}\b|\bwhsec_[\w+/]{43}=/g, '<code>')
