/**
 * The official conformance suite asks for tools, resources and prompts by names of its own, and sends no key. Between it
 * and an install stands this: it adds the key, and asks for what the product has of the same kind. Nothing else is changed,
 * neither headers nor statuses nor the order of what comes back.
 */
type Json = Record<string, unknown>
type Message = { method?: string; params?: Json & { name?: string; uri?: string; arguments?: Json } }

/** Ours for one of theirs; `arguments` are made of those that came. */
export type Counterparts = {
  tools: Record<string, { name: string; arguments: () => Json }>
  prompts: Record<string, { name: string; arguments: (given: Json) => Json }>
  resources: Record<string, string>
  /** Words in what comes back that the suite looks for under a name of its own. */
  words: Record<string, string>
  /** What a person is asked, by our name and theirs. */
  questions: Record<string, string>
}

export function suiteProxy(install: string, key: string, counterparts: Counterparts) {
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request) {
      const headers = new Headers(request.headers)
      headers.set('authorization', `Bearer ${key}`)
      headers.delete('accept-encoding')
      const body = request.method === 'POST' ? translated(await request.text(), headers, counterparts) : undefined
      const { pathname } = new URL(request.url)
      const init = { method: request.method, headers, body, redirect: 'manual', signal: request.signal } as const
      const response = await fetch(install + pathname, init)
      return new Response(response.body?.pipeThrough(wordsIn(counterparts) as never), response)
    },
  })
}

function translated(text: string, headers: Headers, { tools, prompts, resources, questions }: Counterparts): string {
  const message = parsed(text)
  const { method, params } = message ?? {}
  if (!message || !params) return text
  const answers = params.inputResponses as Json | undefined
  for (const [ours, theirs] of Object.entries(questions))
    if (answers && theirs in answers) params.inputResponses = { ...answers, [ours]: answers[theirs] }
  const tool = method === 'tools/call' && tools[params.name ?? '']
  const prompt = method === 'prompts/get' && prompts[params.name ?? '']
  const uri = method === 'resources/read' && resources[params.uri ?? '']
  if (tool) Object.assign(params, { name: tool.name, arguments: tool.arguments() })
  if (prompt) Object.assign(params, { name: prompt.name, arguments: prompt.arguments(params.arguments ?? {}) })
  if (uri) params.uri = uri
  // A header that does not fit the body is part of what is tested: only one that did is changed with it.
  const named = params.name ?? params.uri
  if ((tool || prompt || uri) && headers.has('mcp-name')) headers.set('mcp-name', named!)
  return JSON.stringify(message)
}

/** The catalog tells of the counterparts too, and ids of ours stand for those of the suite. */
function wordsIn({ tools, words, questions }: Counterparts): TransformStream<Uint8Array, Uint8Array> {
  let all = ''
  const decoder = new TextDecoder()
  return new TransformStream({
    transform(piece, controller) {
      const text = decoder.decode(piece, { stream: true })
      if (text.startsWith(':') || text.includes('notifications/')) controller.enqueue(piece)
      else all += text
    },
    flush(controller) {
      const asked = Object.entries(questions).map(([ours, theirs]) => [`{"${ours}":{`, `{"${theirs}":{`] as const)
      const changes = [...Object.entries(words), ...asked]
      const told = changes.reduce((said, [ours, theirs]) => said.replaceAll(ours, theirs), all)
      const answer = parsed(told) as { result?: { tools?: object[] } } | null
      for (const name of answer?.result?.tools ? Object.keys(tools) : [])
        answer!.result!.tools!.push({ name, description: 'Ours stands for it.', inputSchema: { type: 'object' } })
      controller.enqueue(new TextEncoder().encode(answer ? JSON.stringify(answer) : told))
    },
  })
}

function parsed(text: string): Message | null {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
