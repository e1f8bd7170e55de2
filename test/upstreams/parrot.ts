/**
 * Suppliers that repeat what they are told: every header, the address and the body, as they came and decoded. `parrot`
 * does so in refusals, as told by `mode`; `repeating` stands before a stand-in and does so in its good answers too.
 */
import type { Time } from '../../src/kernel/time/clock.ts'
import { type Received, type StandIn, standIn } from './stand-in.ts'

/** Stands in all that a parrot says. */
export const SQUAWK = 'squawk'

export const MODES = [
  'message',
  'nested',
  'status_message',
  'text',
  'escaped',
  'page',
  'header',
  'other form',
  'gateway',
] as const
export type Mode = (typeof MODES)[number]

export type Parrot = StandIn & { mode: Mode; status: number }

export function parrot(now: () => Time): Parrot {
  const state = { mode: 'message' as Mode, status: 400 }
  const server = standIn(now, (request) => {
    const words = `${SQUAWK} ${heard(request).join(' ')}`
    const { body, status = state.status } = refusalOf(state.mode, words)
    return new Response(body, { status, headers: { 'x-told': inHeader(words), 'retry-after': '1' } })
  })
  return Object.assign(state, server)
}

/** Asks `origin` what it is asked, and adds what was said to every object and every title of the answer. */
export function repeating(now: () => Time, origin: string): StandIn {
  return standIn(now, async (request) => {
    const { method, path, query, headers, body } = request
    const { host: _, 'content-length': __, ...rest } = headers
    const address = `${origin}${path}${Object.keys(query).length ? `?${new URLSearchParams(query)}` : ''}`
    const answer = await fetch(address, { method, headers: rest, body: method === 'GET' ? undefined : body })
    const words = `${SQUAWK} ${heard(request).join(' ')}`
    const text = JSON.stringify(await answer.json(), (name, value: unknown) => {
      if (typeof value === 'string' && SAID_IN.test(name)) return `${value} ${words}`
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
      return isObject && name !== 'told' ? { ...value, told: { words } } : value
    })
    return new Response(escaped(text), { status: answer.status, headers: { 'x-told': inHeader(words) } })
  })
}

/** Free text that no program reads. */
const SAID_IN = /^(coverageState|snippet|status_message|time)$/

/** What a caller said, its credentials first, so that they are not cut off. */
export function heard({ path, query, headers, body }: Received): string[] {
  const { authorization = '', 'x-api-key': key = '' } = headers
  const basic = /^Basic (.+)$/.exec(authorization)?.[1]
  const decoded = basic === undefined ? '' : Buffer.from(basic, 'base64').toString()
  const given = `${new URLSearchParams(query)}`
  return [key, authorization, decoded, ...Object.values(query), given, path, body].filter(Boolean)
}

function refusalOf(mode: Mode, words: string): { body: string; status?: number } {
  switch (mode) {
    case 'message':
      return { body: JSON.stringify({ message: words }) }
    case 'nested':
      return { body: JSON.stringify({ error: { message: words, error_description: words } }) }
    case 'status_message':
      return { body: JSON.stringify({ status_code: 40100, status_message: words, tasks: null }) }
    case 'text':
      return { body: words }
    case 'escaped':
      return { body: `refused: ${escaped(JSON.stringify({ words }))}` }
    case 'page':
      return { body: `<!DOCTYPE html><title>${words}</title>` }
    case 'header':
      return { body: '' }
    case 'other form':
      return { body: JSON.stringify({ [words]: words, code: words, balance: words, tasks: words }), status: 200 }
    case 'gateway':
      return { body: JSON.stringify({ detail: words, error: words }), status: 502 }
  }
}

/** As Go and PHP write JSON: letters that mean something in HTML by their numbers. */
const escaped = (json: string): string =>
  json.replace(/[<>&']/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

const inHeader = (words: string): string => words.replace(/[^\x20-\x7e]/g, '?').slice(0, 2000)
