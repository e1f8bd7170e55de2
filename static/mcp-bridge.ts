/**
 * MCP over stdin and stdout, carried to an install: a message a line. Of both protocol eras, each of which it leaves as it
 * is. It imports nothing, since it also goes into the bundle that desktop apps run with Node.
 */
export type Ends = {
  /** The address of MCP there, and what opens it. */
  endpoint: string
  key: string
  input: AsyncIterable<Uint8Array>
  /** Takes one message, as JSON without line breaks. */
  write(message: string): void
  /** More for each request. */
  init?: RequestInit
}

type Id = string | number | null
type Message = {
  id?: Id
  method?: string
  params?: Record<string, unknown> & { _meta?: Record<string, unknown> }
  result?: { protocolVersion?: string }
  error?: { code: number; message: string; data?: unknown }
}
type Call = { message: Message; stop: AbortController; done: Promise<void> }

const VERSION = 'io.modelcontextprotocol/protocolVersion'
/** What the newer revision wants to see beside the body, by method. */
const NAMED_BY: Record<string, string> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' }
/** Ours: outside of what JSON-RPC keeps for itself. */
const UNREACHABLE = -31_503
const REFUSED = -31_500
const NO_JSON = -32_700

/** Carries messages until the input ends and all that was asked is answered. */
export async function bridge(ends: Ends): Promise<void> {
  const under_way = new Set<Call>()
  const agreed: { version?: string } = {}
  for await (const line of linesOf(ends.input)) {
    const message = parsed(line)
    if (!message) {
      ends.write(refusal(null, { code: NO_JSON, message: 'This line is not JSON.' }))
      continue
    }
    if (message.method === 'notifications/cancelled') stopWhere(under_way, message.params?.requestId as Id)
    const call: Call = { message, stop: new AbortController(), done: Promise.resolve() }
    under_way.add(call)
    call.done = carry(ends, agreed, call).finally(() => under_way.delete(call))
  }
  // A subscription to changes lasts as long as its client.
  for (const { message, stop } of under_way) if (message.method === 'subscriptions/listen') stop.abort()
  await Promise.all([...under_way].map(({ done }) => done))
}

function stopWhere(calls: Iterable<Call>, id: Id): void {
  for (const { message, stop } of calls) if (id !== undefined && message.id === id) stop.abort()
}

/** Sends one message and writes what comes back. A request gets an answer, whatever happens, unless it was stopped. */
async function carry(ends: Ends, agreed: { version?: string }, { message, stop }: Call): Promise<void> {
  const id = message.method === undefined ? undefined : message.id
  const tell = (answer: Message) => {
    if (message.method === 'initialize') agreed.version = answer.result?.protocolVersion
    ends.write(JSON.stringify(answer))
  }
  try {
    const response = await fetch(ends.endpoint, {
      ...ends.init,
      method: 'POST',
      headers: { ...headersFor(message, agreed.version), authorization: `Bearer ${ends.key}` },
      body: JSON.stringify(message),
      signal: stop.signal,
    })
    const answered = await passOn(response, id, tell)
    if (id !== undefined && !answered)
      ends.write(refusal(id, { code: REFUSED, message: `The install answered ${response.status}, and nothing more.` }))
  } catch (error) {
    if (id === undefined || stop.signal.aborted) return
    const { cause, code } = error as { cause?: { code?: string }; code?: string }
    const why = cause?.code ?? code ?? (error as Error).message
    const message = `${new URL(ends.endpoint).origin} cannot be reached (${why}). Try again later.`
    ends.write(refusal(id, { code: UNREACHABLE, message }))
  }
}

/** Whether an answer was among what came. A message that was not parsed yet has no id. */
async function passOn(response: Response, id: Id | undefined, tell: (answer: Message) => void): Promise<boolean> {
  const streams = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!streams) {
    const answer = parsed(await response.text())
    if (!answer || (id === undefined && answer.id === null)) return false
    if (Array.isArray(answer)) for (const one of answer as Message[]) tell(one)
    else tell(id !== undefined && answer.id === null ? { ...answer, id } : answer)
    return true
  }
  let answered = false
  for await (const line of linesOf(response.body as unknown as AsyncIterable<Uint8Array>)) {
    const event = line.startsWith('data:') ? parsed(line.slice(5)) : null
    if (!event) continue
    if (event.method === undefined && event.id === id) answered = true
    tell(event)
  }
  return answered
}

/** The older revision names its version once it is agreed on; the newer one in each message, and here again. */
function headersFor({ method = '', params }: Message, agreed: string | undefined): Record<string, string> {
  const own = params?._meta?.[VERSION]
  const version = typeof own === 'string' ? own : agreed
  const name = params?.[NAMED_BY[method] ?? '']
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(version ? { 'mcp-protocol-version': inHeader(version) } : {}),
    ...(own === undefined || !method ? {} : { 'mcp-method': inHeader(method) }),
    ...(own === undefined || typeof name !== 'string' ? {} : { 'mcp-name': inHeader(name) }),
  }
}

/** What a header cannot carry as it is goes as the specification spells it. */
function inHeader(text: string): string {
  if (/^[!-~]([ -~]*[!-~])?$/.test(text) && !text.startsWith('=?base64?')) return text
  const bytes = new TextEncoder().encode(text)
  return `=?base64?${btoa(String.fromCharCode(...bytes))}?=`
}

/** Lines of text, and the rest after the last. */
async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let pieces: string[] = []
  for await (const piece of input) {
    const [first, ...more] = decoder.decode(piece, { stream: true }).split('\n')
    pieces.push(first!)
    for (const next of more) {
      const line = pieces.join('').trim()
      pieces = [next]
      if (line) yield line
    }
  }
  const last = pieces.join('').trim()
  if (last) yield last
}

function parsed(text: string): Message | null {
  try {
    const value = JSON.parse(text) as Message | null
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

const refusal = (id: Id, error: Message['error']): string => JSON.stringify({ jsonrpc: '2.0', id, error })
