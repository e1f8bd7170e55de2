import { API } from '../../src/doors/door-base.ts'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import type { Cast } from './cast.ts'
import type { Credential } from './seed-cast.ts'

export type Input = Record<string, unknown>

export type Answered = {
  status: number
  headers: Headers
  text: string
  /** The body as JSON; null for files. */
  json: Envelope | null
}
type Envelope = {
  ok: boolean
  data?: unknown
  error?: { code: string; message: string; request_id: string; details?: { issues?: { path: string }[] } }
}

/** Whether the rest of the input travels in a body; else in the address. */
export const takesBody = ({ method, body }: AnyOperation): boolean =>
  method !== 'GET' && (method !== 'DELETE' || body === true)

/** What of the input the path does not name. */
export const restOf = ({ path_names }: AnyOperation, input: Input): Input =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !path_names.includes(name)))

export const exampleOf = ({ example }: AnyOperation): Input => example as Input

/** Where the operation lives, with the names of the input in their places. */
export const pathOf = ({ path }: AnyOperation, input: Input): string =>
  API + path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(textFor(input[name]).toWellFormed()))

/** Asks over HTTP as documented: the path from the input, the rest as query or JSON. `body` replaces the JSON. */
export async function ask(
  { url }: Pick<Cast, 'url'>,
  operation: AnyOperation,
  who: Credential,
  input: Input = exampleOf(operation),
  body?: string,
): Promise<Answered> {
  const rest = restOf(operation, input)
  const inBody = takesBody(operation)
  const address = url + pathOf(operation, input)
  const sent = body ?? (inBody ? JSON.stringify(rest) : undefined)
  return send(inBody || body !== undefined ? address : `${address}${queryOf(rest)}`, {
    method: operation.method,
    headers: { ...who, ...(sent === undefined ? {} : { 'content-type': 'application/json' }) },
    body: sent,
  })
}

export async function send(address: string, init: RequestInit): Promise<Answered> {
  const response = await fetch(address, { redirect: 'manual', ...init })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null }
}

/** A value as it stands in an address. */
export const textFor = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

function queryOf(rest: Input): string {
  const pairs = Object.entries(rest).map(([name, value]) => [name, textFor(value)])
  return pairs.length ? `?${new URLSearchParams(pairs)}` : ''
}
