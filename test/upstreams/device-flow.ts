/**
 * A supplier's sign-in on loopback (RFC 8628): /device gives a code, /token answers `authorization_pending` until `approve`,
 * `slow_down` to who asks again within the interval, which is five seconds longer from then on, `expired_token` after its
 * time, `access_denied` after `deny`. Refresh tokens work once. Refusals are 400, or the `refusal_status` of a server that
 * keeps less to the standard.
 */
import { between, MINUTE, plus, SECOND, type Time } from '../../src/kernel/time/clock.ts'
import { type Received, type StandIn, standIn } from './stand-in.ts'

export type DeviceFlowStandIn = StandIn & { approve(): void; deny(): void; tokens: string[] }
export type DeviceFlowOptions = { now: () => Time; client_id: string; refusal_status?: number }

const DEVICE_CODE = 'planted-device-code-71hd92'
const INTERVAL = 5
const SLOWER = 5

export function deviceFlow({ now, client_id, refusal_status = 400 }: DeviceFlowOptions): DeviceFlowStandIn {
  const tokens: string[] = []
  const state = { answer: 'authorization_pending', interval: INTERVAL, asked_at: null as Time | null, expires_at: '' }
  const refuse = (error: string) => Response.json({ error }, { status: refusal_status })

  const grant = () => {
    const n = tokens.length
    tokens.push(`planted-access-token-${n}`)
    return Response.json({
      access_token: tokens.at(-1),
      refresh_token: `planted-refresh-token-${n}`,
      token_type: 'Bearer',
      expires_in: 3600,
    })
  }

  const token = (form: URLSearchParams) => {
    if (form.get('grant_type') === 'refresh_token')
      return form.get('refresh_token') === `planted-refresh-token-${tokens.length - 1}`
        ? grant()
        : refuse('invalid_grant')
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:device_code')
      return refuse('unsupported_grant_type')
    if (form.get('device_code') !== DEVICE_CODE) return refuse('invalid_grant')
    const hasty = state.asked_at !== null && between(state.asked_at, now()) < state.interval * SECOND
    state.asked_at = now()
    if (now() >= state.expires_at) return refuse('expired_token')
    if (hasty) {
      state.interval += SLOWER
      return refuse('slow_down')
    }
    return state.answer === 'approved' ? grant() : refuse(state.answer)
  }

  const server = standIn(now, ({ method, path, body }: Received) => {
    const form = new URLSearchParams(body)
    if (method !== 'POST') return new Response('not here', { status: 404 })
    if (form.get('client_id') !== client_id) return Response.json({ error: 'invalid_client' }, { status: 401 })
    if (path === '/token') return token(form)
    if (path !== '/device') return new Response('not here', { status: 404 })
    state.answer = 'authorization_pending'
    state.asked_at = null
    state.interval = INTERVAL
    state.expires_at = plus(now(), 15 * MINUTE)
    return Response.json({
      device_code: DEVICE_CODE,
      user_code: 'WDJB-MJHT',
      verification_uri: `${server.url}/approve`,
      verification_uri_complete: `${server.url}/approve?code=WDJB-MJHT`,
      expires_in: 900,
      interval: INTERVAL,
    })
  })
  const answer = (text: string) => () => {
    state.answer = text
  }
  return { ...server, tokens, approve: answer('approved'), deny: answer('access_denied') }
}
