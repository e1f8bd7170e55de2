/** A webhook receiver on loopback, as a customer would write it: it verifies each event, then counts it. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ReadTx } from '../kernel/database/database.ts'
import { type Clock, MINUTE, millis, SECOND } from '../kernel/time/clock.ts'
import type { Install } from '../upstream/install.ts'
import { onLoopback } from './web.ts'

/** Event types with the same count in every run. */
const TYPES = ['push.accepted', 'push.sent', 'push.finished', 'report.waiting', 'report.sent']
const TOLERANCE = 5 * MINUTE

export type EventReceiver = {
  /** The receiver's address, for `SIGNALPOST_ALLOW_NETWORKS`. */
  network: string
  connect(api: Install): Promise<void>
  /** Number of distinct events, and of requests with a wrong signature. */
  seen(): { events: number; refused: number }
  stop(): void
}

export function openEventReceiver(clock: Clock): EventReceiver {
  let secret = ''
  const events = new Set<string>()
  let refused = 0
  const receive = async (request: Request): Promise<Response> => {
    const body = await request.text()
    // The demo's clock may go on a day while an event is on its way: it is sent again.
    if (!isRecent(request.headers, clock)) return new Response('Too old.', { status: 503 })
    if (isAuthentic(request.headers, body, secret)) {
      events.add(request.headers.get('webhook-id')!)
      return new Response(null, { status: 204 })
    }
    refused += 1
    return new Response('The signature is wrong.', { status: 401 })
  }
  const server = onLoopback(201, (hostname) => Bun.serve({ hostname, port: 0, development: false, fetch: receive }))
  return {
    network: server.hostname!,
    async connect(api) {
      const webhook = { url: `${server.url.origin}/signalpost`, types: TYPES, scope: 'tree' }
      secret = (await api.post<{ secret: string }>('/webhooks', webhook)).secret
    },
    seen: () => ({ events: events.size, refused }),
    stop: () => void server.stop(true),
  }
}

const isRecent = (headers: Headers, clock: Clock): boolean =>
  Math.abs(millis(clock.now()) - Number(headers.get('webhook-timestamp')) * SECOND) <= TOLERANCE

/** Checks the rules of Standard Webhooks: a `v1` signature of `id.timestamp.body` by the secret. */
function isAuthentic(headers: Headers, body: string, secret: string): boolean {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers.get(`webhook-${name}`) ?? '')
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const wanted = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest()
  return signatures!
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice(3), 'base64'))
    .some((given) => given.length === wanted.length && timingSafeEqual(given, wanted))
}

/** Events not written yet, and waiting deliveries. */
export const eventsOpen = (tx: ReadTx): number =>
  tx.number(
    `select (select count(*) from webhook_news where type in (select value from json_each(?)))
       + (select count(*) from webhook_deliveries where state = 'waiting')`,
    JSON.stringify(TYPES),
  )
