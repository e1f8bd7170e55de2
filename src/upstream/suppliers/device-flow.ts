/** OAuth 2.0 Device Authorization Grant (RFC 8628), with endpoints from the settings. */
import Type from 'typebox'
import type { SignIn, SignInAnswer, SignInSettings, Tokens } from '../../domains/providers/account/sign-in.ts'
import { compiled } from '../../kernel/environment/compiled.ts'
import { type Context, createHttp, type Http, type Reply } from '../http.ts'

export function createDeviceFlow(settings: SignInSettings, context: Context): SignIn {
  const { client_id, scope } = settings
  const post = (endpoint: string, form: Record<string, string>, signal: AbortSignal) => {
    const url = new URL(endpoint)
    const secrets = [form.device_code ?? '', form.refresh_token ?? '']
    const http = createHttp({ ...context, name: 'The supplier’s sign-in', base_url: url.origin, secrets })
    return http
      .send({ path: `${url.pathname}${url.search}`, form: { client_id, ...form } }, signal)
      .then((reply) => ({ http, reply }))
  }

  return {
    async start(signal) {
      const { http, reply } = await post(settings.device_endpoint, scope ? { scope } : {}, signal)
      const { verification_uri_complete = null, interval = 5, ...grant } = http.read(Grant, reply)
      return { ...grant, verification_uri_complete, interval }
    },

    async poll(device_code, signal) {
      const { http, reply } = await post(settings.token_endpoint, { grant_type: DEVICE_GRANT, device_code }, signal)
      const state = STATES.get(refusedWith(http, reply) ?? '')
      if (state) return { state }
      return { state: 'granted', tokens: tokensIn(http, reply) }
    },

    async refresh(refresh_token, signal) {
      const { http, reply } = await post(
        settings.token_endpoint,
        { grant_type: 'refresh_token', refresh_token },
        signal,
      )
      if (reply.status === 400) throw http.refusal(reply, 'auth')
      const tokens = tokensIn(http, reply)
      return { ...tokens, refresh_token: tokens.refresh_token ?? refresh_token }
    },
  }
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** RFC 8628, 3.5. Any other error is a failure of the call. */
const STATES = new Map<string, Exclude<SignInAnswer['state'], 'granted'>>([
  ['authorization_pending', 'pending'],
  ['slow_down', 'slow_down'],
  ['access_denied', 'denied'],
  ['expired_token', 'expired'],
])

const text = Type.String({ minLength: 1, maxLength: 4096 })
const Grant = compiled(
  Type.Object({
    device_code: text,
    user_code: Type.String({ minLength: 1, maxLength: 100 }),
    verification_uri: Type.String({ pattern: '^https?://', maxLength: 2000 }),
    verification_uri_complete: Type.Optional(Type.String({ pattern: '^https?://', maxLength: 2000 })),
    expires_in: Type.Number({ minimum: 1 }),
    interval: Type.Optional(Type.Number({ minimum: 0 })),
  }),
)
const Refusal = compiled(Type.Object({ error: Type.String({ minLength: 1 }) }))
const Granted = compiled(
  Type.Object({ access_token: text, refresh_token: Type.Optional(text), expires_in: Type.Optional(Type.Number()) }),
)

/** RFC 6749, 5.2 says 400, or 401 for the client; some servers use 200, 403, 428 or 429 for the same. */
const REFUSING = [200, 400, 401, 403, 428, 429]

function refusedWith(http: Http, reply: Reply): string | undefined {
  return REFUSING.includes(reply.status) ? http.peek(Refusal, reply)?.error : undefined
}

function tokensIn(http: Http, reply: Reply): Tokens {
  if (reply.status !== 429 && refusedWith(http, reply)) throw http.refusal(reply, 'auth')
  const { access_token, refresh_token = null, expires_in = null } = http.read(Granted, reply)
  return { access_token, refresh_token, expires_in }
}
