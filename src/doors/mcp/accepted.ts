/**
 * The form of an answer that a client takes. The protocol asks for both forms in `Accept`; clients and the proxies before
 * them send one, a wildcard or nothing (modelcontextprotocol/python-sdk#1641, #2349; ComposioHQ/composio#2152).
 */

/** `either`: JSON, or a stream where something is reported on the way. Null where neither form is accepted. */
export type AnswerForm = 'either' | 'json' | 'stream'

const [JSON_TYPE, STREAM_TYPE] = ['application/json', 'text/event-stream'] as const
export const BOTH = `${JSON_TYPE}, ${STREAM_TYPE}`

/** A wildcard is not a wish for a stream. */
export function formIn(accept: string | null): AnswerForm | null {
  if (accept === BOTH) return 'either'
  const types = (accept ?? '')
    .split(',')
    .map((one) => one.toLowerCase().split(';'))
    .filter(([, ...parameters]) => !parameters.some((one) => /^\s*q\s*=\s*0(\.0*)?\s*$/.test(one)))
    .map(([type]) => type!.trim())
    .filter(Boolean)
  if (types.length === 0) return accept?.trim() ? null : 'json'
  const json = types.some((type) => [JSON_TYPE, 'application/*', '*/*', '*'].includes(type))
  if (types.some((type) => [STREAM_TYPE, 'text/*'].includes(type))) return json ? 'either' : 'stream'
  return json ? 'json' : null
}

/** The same request, as a client sends it that takes both forms; its body was read already. */
export function takingBoth(request: Request): Request {
  const headers = new Headers(request.headers)
  headers.set('accept', BOTH)
  return new Request(request.url, { method: request.method, headers, signal: request.signal })
}

/** The answer in the form that the client takes. */
export async function inForm(form: AnswerForm, response: Response): Promise<Response> {
  const type = response.headers.get('content-type') ?? ''
  if (form === 'json' && type.startsWith(STREAM_TYPE))
    return withBody(response, JSON_TYPE, lastIn(await response.text()))
  if (form === 'stream' && response.ok && type.startsWith(JSON_TYPE))
    return withBody(response, STREAM_TYPE, `event: message\ndata: ${await response.text()}\n\n`)
  return response
}

function withBody({ status, headers: given }: Response, type: string, body: string): Response {
  const headers = new Headers(given)
  headers.set('content-type', type)
  headers.delete('content-length')
  return new Response(body, { status, headers })
}

/** The answer at the end of a stream, without the reports before it. */
const lastIn = (events: string): string => [...events.matchAll(/^data: ?(.+)$/gm)].at(-1)?.[1] ?? '{}'
