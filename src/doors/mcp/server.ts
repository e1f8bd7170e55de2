import {
  type InputRequiredResult,
  inputRequired,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { App } from '../../kernel/operation/app.ts'
import type { AnyOperation } from '../../kernel/operation/operation.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { listPrompts, promptOf } from './prompts.ts'
import { listResources, readResource, templatesOf } from './resources.ts'
import { callTool, listTools, type PendingDraft, resultOf, type ToolCaller } from './tools.ts'

/** Lists change with a release, resources with every minute. */
const KEPT = { ttlMs: 300_000, cacheScope: 'private' } as const
const FRESH = { ttlMs: 0, cacheScope: 'private' } as const

/** A server for one request: it only refers to parts that were made once. */
export function createFactory(app: App, tools: ReadonlyMap<string, AnyOperation>) {
  let listed: object[] | undefined
  return ({ authInfo }: McpRequestContext) => {
    const asker = authInfo?.extra as ToolCaller
    const server = new Server(
      { name: 'signalpost', title: 'Signalpost', version: app.version },
      {
        capabilities: { tools: {}, resources: {}, prompts: {} },
        instructions: INSTRUCTIONS,
        cacheHints: {
          'tools/list': KEPT,
          'prompts/list': KEPT,
          'resources/templates/list': KEPT,
          'resources/list': FRESH,
          'resources/read': FRESH,
        },
      },
    )
    server.setRequestHandler('tools/list', () => {
      listed ??= listTools(app.operations)
      return { tools: listed } as never
    })
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const operation = tools.get(params.name)
      if (!operation) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
      const call = { given: params.arguments ?? {}, signal: context.mcpReq.signal, progress: progressOf(context) }
      const answer = await callTool(app, operation, asker, call)
      return ((answer.waits && askApproval(answer.waits, context)) ?? resultOf(answer)) as never
    })
    server.setRequestHandler('resources/list', async () => ({ resources: await listResources(app, asker) }) as never)
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: templatesOf(app) }) as never)
    server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
      const content = await readResource(app, asker, uri)
      if (!content) throw new ResourceNotFoundError(uri)
      return { contents: [{ uri, ...content }] } as never
    })
    server.setRequestHandler('prompts/list', () => ({ prompts: listPrompts() }) as never)
    server.setRequestHandler('prompts/get', ({ params }) => {
      const prompt = promptOf(params.name, params.arguments ?? {})
      if (typeof prompt === 'string') throw new ProtocolError(ProtocolErrorCode.InvalidParams, prompt)
      return prompt as never
    })
    return server
  }
}

/** Reports the progress of a long call, where the client asked for it. */
function progressOf({ mcpReq }: ServerContext): ((done: number, total: number) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return undefined
  return (progress, total) => {
    const params = { progressToken, progress, total, message: `${progress} of ${total} done` }
    // A client that went away gets no further notice; its signal ends the call itself.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}

const APPROVAL = 'approval'
type Envelope = { 'io.modelcontextprotocol/clientCapabilities'?: { elicitation?: object } }

/**
 * An order that waits for a person, as a question that the client asks them at once, where it can. Their answer there
 * decides nothing: they must sign in at the address, and the client then calls again. Null where it was asked already,
 * or cannot be.
 */
function askApproval(waits: PendingDraft, { mcpReq }: ServerContext): InputRequiredResult | null {
  const envelope = mcpReq.envelope as Envelope | undefined
  const offered = envelope?.['io.modelcontextprotocol/clientCapabilities']?.elicitation
  if (!offered || mcpReq.inputResponses?.[APPROVAL]) return null
  const message = `An order of ${waits.credits} credits waits for your approval at ${waits.approve_url}. Sign in there and decide, then go on here.`
  const question =
    'url' in offered
      ? inputRequired.elicitUrl({ message, url: waits.approve_url })
      : inputRequired.elicit({ message, requestedSchema: { type: 'object', properties: {} } })
  return inputRequired({ inputRequests: { [APPROVAL]: question } })
}
