/** A client that fills in what the document calls a default must change nothing that its user did not name. */
import { expect } from 'bun:test'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { operations } from '../../src/operations/index.ts'
import { forEachOperation } from './each.ts'

type Node = { default?: unknown; properties?: Record<string, Node>; anyOf?: Node[]; items?: Node }

const updates = operations.filter(({ method }) => method === 'PATCH')

forEachOperation(updates)('%s declares no default: what is left out stays as it is', (_, { input }) => {
  expect(defaultsIn(input as Node)).toEqual([])
})

forEachOperation(updates)('%s requires the path alone, or the one thing that it changes', (_, operation) => {
  const required = requiredOf(operation).filter((name) => !operation.path_names.includes(name))
  expect(required.length === 0 || Object.keys(bodyOf(operation)).length === 1).toBe(true)
})

/** Paths of the fields below a node that carry a default. */
function defaultsIn(node: Node, path = ''): string[] {
  const below = Object.entries(node.properties ?? {}).flatMap(([name, field]) => defaultsIn(field, `${path}.${name}`))
  const others = [...(node.anyOf ?? []), ...(node.items ? [node.items] : [])].flatMap((one) => defaultsIn(one, path))
  return [...(node.default === undefined ? [] : [path]), ...below, ...others]
}

const requiredOf = ({ input }: AnyOperation): string[] => (input as { required?: string[] }).required ?? []

const bodyOf = ({ input, path_names }: AnyOperation) =>
  Object.fromEntries(Object.entries(input.properties).filter(([name]) => !path_names.includes(name)))
