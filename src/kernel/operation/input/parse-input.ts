/** The input of a call: parsed strictly, then checked against the caller's reach. */
import type { ReadTx } from '../../database/database.ts'
import { assertInUse } from '../archived-guard.ts'
import type { Call, CallRequest, Input } from '../call.ts'
import { inTree } from '../caller.ts'
import { Fault, invalid, notFound } from '../fault.ts'
import { type AnyOperation, begins } from '../operation.ts'
import { fromText, isFields, MAX_URLS, tooManyUrls } from '../shape.ts'

export function parseInput(operation: AnyOperation, { path, rest, issues = [] }: CallRequest): Input {
  if (issues.length) return { value: null, issues }
  if (!isFields(rest)) return { value: null, issues: [{ path: '', message: 'must be a JSON object' }] }
  const twice = operation.path_names.filter((name) => Object.hasOwn(rest, name))
  if (twice.length)
    return { value: null, issues: twice.map((name) => ({ path: name, message: 'is given by the path' })) }
  return operation.parse({ ...rest, ...fromText(operation.input, path) })
}

/** Foreign ids are 404 before anything else is said; then the body is judged, then the state of the workspace. */
export function judgeInput(tx: ReadTx, { operation, caller, given, parsed }: Call): unknown {
  const rest = (given.rest ?? {}) as Record<string, unknown>
  const ids = operation.tenant_names.map((name) => given.path[name] ?? rest[name])
  const named = ids.filter((id) => typeof id === 'string')
  for (const id of named) if (!inTree(tx, caller, id)) throw notFound('workspace')
  const subject = operation.subject?.(tx, caller, given.path)
  if (tooManyUrls(parsed.issues))
    throw new Fault('too_many_urls', `At most ${MAX_URLS.toLocaleString('en')} URLs in one request.`, {
      issues: parsed.issues,
    })
  if (parsed.issues.length) throw invalid(...parsed.issues)
  if (begins(operation)) for (const id of named) assertInUse(tx, id)
  return subject
}
