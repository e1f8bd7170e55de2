/** OAuth for programs: metadata of this server, registration of apps, and tokens. People are asked in views/oauth. */
import { type AnyElysia, Elysia } from 'elysia'
import {
  assertSingle,
  isOurs,
  type Metadata,
  OauthError,
  parametersIn,
  redeem,
  refresh,
  registerClient,
  revokeToken,
  SCOPES,
  type Site,
  siteOf,
  type Tokens,
  whyOff,
} from '../../domains/oauth/index.ts'
import type { Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { millis, SECOND } from '../../kernel/time/clock.ts'
import { networkOf, wideNetworkOf } from '../../kernel/web-fetch/addresses.ts'
import { domainOf } from '../custom-domain.ts'
import { appOf } from '../door-base.ts'
import { faultOf } from '../failure.ts'
import { bytesOf, hasBody, readBody } from '../rest/reading.ts'
import { type Visit, visitOf } from '../visit.ts'
import { RESOURCE_METADATA, USUAL_SCOPE } from './challenge.ts'

/** Where people are asked. */
export const AUTHORIZE = '/oauth/authorize'

const MAX_BODY = 64 << 10
/** From one network, in a minute. */
const REGISTRATIONS = 10
const TOKEN_REQUESTS = 300

/** Nothing here looks at a cookie, so pages of any origin may ask. */
const OPEN = { 'access-control-allow-origin': '*' }

type Endpoint = (call: { app: App; site: Site; request: Request; visit: Visit }) => Response | Promise<Response>

export function oauth(): AnyElysia {
  const elysia = new Elysia({ name: 'oauth', normalize: false, strictPath: true })
  for (const [path, method, endpoint] of ENDPOINTS) {
    const serve = (request: Request) => answer(appOf(request), method, endpoint, request)
    elysia.all(path, ({ request }) => serve(request), { parse: 'none' })
  }
  return elysia
}

const ENDPOINTS: [path: string, method: 'GET' | 'POST', endpoint: Endpoint][] = [
  [RESOURCE_METADATA, 'GET', ({ site }) => Response.json(resourceMetadata(site))],
  [`${RESOURCE_METADATA}/mcp`, 'GET', ({ site }) => Response.json(resourceMetadata(site))],
  ['/.well-known/oauth-authorization-server', 'GET', ({ site }) => Response.json(serverMetadata(site))],
  ['/oauth/register', 'POST', register],
  ['/oauth/token', 'POST', token],
  ['/oauth/revoke', 'POST', revoke],
]

/** RFC 9728. It names the scopes of the main job, because some apps never ask for more than this. */
const resourceMetadata = ({ issuer, resource }: Site) => ({
  resource,
  authorization_servers: [issuer],
  scopes_supported: USUAL_SCOPE.split(' '),
  bearer_methods_supported: ['header'],
  resource_name: 'Signalpost',
  resource_documentation: `${issuer}/docs`,
})

/** RFC 8414. */
const serverMetadata = ({ issuer, resource }: Site) => ({
  issuer,
  authorization_endpoint: `${issuer}${AUTHORIZE}`,
  token_endpoint: `${issuer}/oauth/token`,
  registration_endpoint: `${issuer}/oauth/register`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  scopes_supported: [...SCOPES, 'offline_access'],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: GRANT_TYPES,
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  protected_resources: [resource],
  service_documentation: `${issuer}/docs`,
})

const GRANT_TYPES = ['authorization_code', 'refresh_token']

async function answer(app: App, method: string, endpoint: Endpoint, request: Request): Promise<Response> {
  const visit = visitOf(request)
  const methods = method === 'GET' ? ['GET', 'HEAD', 'OPTIONS'] : [method, 'OPTIONS']
  const response = await answered(app, methods, endpoint, request, visit).catch((error) => refused(app, error, visit))
  for (const [name, value] of Object.entries(OPEN)) response.headers.set(name, value)
  return response
}

async function answered(app: App, methods: string[], endpoint: Endpoint, request: Request, visit: Visit) {
  const site = siteOf(app.config)
  const off = whyOff(app.config)
  // An own domain shows its workspace and nothing else; tokens are made out to the install's address.
  if (!site || domainOf(app, request.headers.get('host'))) return problem(404, 'not_found', off ?? 'Not here.')
  if (request.method === 'OPTIONS') return preflight(methods)
  if (!methods.includes(request.method)) {
    const response = problem(405, 'invalid_request', `Use ${methods[0]}.`)
    response.headers.set('allow', methods.join(', '))
    return response
  }
  return endpoint({ app, site, request, visit })
}

/** RFC 7591, for anybody. Requested metadata beyond it is not kept; the answer lists the kept metadata. */
async function register({ app, request, visit }: Parameters<Endpoint>[0]): Promise<Response> {
  app.limits.take(`app registrations from ${networkOf(visit.ip ?? '')}`, REGISTRATIONS, null)
  const { rest, issues } = await readBody(request, MAX_BODY)
  if (issues || typeof rest !== 'object' || rest === null || Array.isArray(rest))
    throw new OauthError(
      'invalid_client_metadata',
      `The body must be a JSON object${issues ? `: ${issues[0]!.message}` : ''}`,
    )
  const { id, name, redirect_uris, left_out } = app.db.write((tx) =>
    registerClient(tx, rest as Metadata, wideNetworkOf(visit.ip ?? '')),
  )
  const made = {
    client_id: id,
    client_id_issued_at: Math.floor(millis(app.clock.now()) / SECOND),
    client_name: name,
    redirect_uris,
    grant_types: GRANT_TYPES,
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    ...(left_out.length > 0 && { redirect_uris_left_out: left_out }),
  }
  return Response.json(made, { status: 201 })
}

async function token(call: Parameters<Endpoint>[0]): Promise<Response> {
  const { app, site } = call
  const form = await readForm(call)
  if (!form.getAll('resource').every((one) => isOurs(site, one)))
    throw new OauthError('invalid_target', `resource must be ${site.resource}`)
  const given = app.db.write((tx) => exchange(tx, site, form))
  if (given instanceof OauthError) throw given
  return Response.json(given)
}

function exchange(tx: Tx, site: Site, form: URLSearchParams): Tokens | OauthError {
  const client_id = needed(form, 'client_id')
  switch (needed(form, 'grant_type')) {
    case 'authorization_code': {
      const [code, verifier] = [needed(form, 'code'), needed(form, 'code_verifier')]
      return redeem(tx, site, { code, verifier, client_id, redirect_uri: form.get('redirect_uri') })
    }
    case 'refresh_token':
      return refresh(tx, site, needed(form, 'refresh_token'), client_id, form.get('scope'))
    default:
      throw new OauthError('unsupported_grant_type', `grant_type must be ${GRANT_TYPES.join(' or ')}`)
  }
}

/** RFC 7009: 200 whatever the token was. */
async function revoke(call: Parameters<Endpoint>[0]): Promise<Response> {
  const form = await readForm(call)
  const secret = needed(form, 'token')
  call.app.db.write((tx) => revokeToken(tx, secret, form.get('client_id')) as undefined)
  return new Response(null, { status: 200 })
}

async function readForm({ app, request, visit }: Parameters<Endpoint>[0]): Promise<URLSearchParams> {
  app.limits.take(`token requests from ${networkOf(visit.ip ?? '')}`, TOKEN_REQUESTS, null)
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded')
    throw new OauthError('invalid_request', 'Send the request as application/x-www-form-urlencoded.')
  const form = parametersIn(hasBody(request) ? new TextDecoder().decode(await bytesOf(request, MAX_BODY)) : '')
  assertSingle(form)
  return form
}

function needed(form: URLSearchParams, name: string): string {
  const value = form.get(name)
  if (!value) throw new OauthError('invalid_request', `${name} is missing`)
  return value
}

const preflight = (methods: string[]): Response =>
  new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': 'content-type, mcp-protocol-version',
      'access-control-max-age': '86400',
    },
  })

/** The error in the words of RFC 6749, section 5.2; an error without such a word keeps its usual status. */
function refused(app: App, error: unknown, visit: Visit): Response {
  if (error instanceof OauthError) return problem(STATUS[error.code] ?? 400, error.code, error.description)
  const { status, message, retry_after } = faultOf(app, error, { where: 'oauth', request_id: visit.id })
  const code = status === 429 ? 'temporarily_unavailable' : status < 500 ? 'invalid_request' : 'server_error'
  const response = problem(status, code, message)
  if (retry_after !== undefined) response.headers.set('retry-after', String(retry_after))
  return response
}

const STATUS: Partial<Record<OauthError['code'], number>> = { temporarily_unavailable: 503 }

const problem = (status: number, error: string, error_description: string): Response =>
  Response.json({ error, error_description }, { status })
