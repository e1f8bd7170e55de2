/** The refusal that the MCP endpoint sends to an app (RFC 6750, section 3; RFC 9728, section 5.1). */
import { lackedScope, SCOPE_TITLES, SCOPES, type Scope, siteOf, withLower } from '../../domains/oauth/index.ts'
import type { App } from '../../kernel/operation/app.ts'
import type { Role } from '../../kernel/operation/caller.ts'
import type { AnyOperation } from '../../kernel/operation/operation.ts'
import type { Admission } from '../admit.ts'

/** The scope to push and to read the results. Some apps cannot ask for more later. */
export const USUAL_SCOPE = withLower('write')

export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'

/** `scope` and `role` of a caller by OAuth: the scope of the app, and the role of its person. */
export type TokenAdmission = Admission & { scope?: Scope; role?: Role }

/** The header of a 401. `error` is the fault of a token that was sent. */
export const challenge = (app: App, error: string | null): string =>
  challengeOf(app, USUAL_SCOPE, error === null ? [] : errorOf('invalid_token', error))

/**
 * The message and the header of a 403 for a body that calls operations beyond the scope of the app. Null if the scope
 * is enough, or if the role of the person is too low: a larger scope would not help then.
 */
export function stepUp(app: App, { caller, scope, role }: TokenAdmission, tools: Tools, body: unknown): Refusal | null {
  if (!scope || !role || !caller.approved) return null
  const lacked = calledIn(tools, body).flatMap((operation) => lackedScope(operation, scope, role) ?? [])
  const most = SCOPES.findLast((one) => lacked.includes(one))
  if (!most) return null
  const message = `This app was not given the scope ${most}. Ask the person to connect it again and to choose “${SCOPE_TITLES[most]}”.`
  return { message, header: challengeOf(app, withLower(most), errorOf('insufficient_scope', message)) }
}

type Refusal = { message: string; header: string }

type Tools = ReadonlyMap<string, AnyOperation>
type Message = { method?: unknown; params?: { name?: unknown } } | null

/** The operations that a body calls: one message, or several in a list. */
const calledIn = (tools: Tools, body: unknown): AnyOperation[] =>
  ([body].flat() as Message[]).flatMap((message) => {
    const name = message?.method === 'tools/call' ? message.params?.name : undefined
    return (typeof name === 'string' && tools.get(name)) || []
  })

const errorOf = (error: string, description: string): [string, string][] => [
  ['error', error],
  ['error_description', description],
]

/** Without OAuth there is no metadata, so the header only asks for a bearer token. */
function challengeOf(app: App, scope: string, error: [string, string][]): string {
  const site = siteOf(app.config)
  const found: [string, string][] = site
    ? [
        ['resource_metadata', `${site.issuer}${RESOURCE_METADATA}/mcp`],
        ['scope', scope],
      ]
    : []
  const params = [['realm', 'signalpost'], ...error, ...found]
  return `Bearer ${params.map(([name, value]) => `${name}="${value!.replace(/[^\x20-\x7e]|["\\]/g, "'")}"`).join(', ')}`
}
