/** Bounces as they are reported: by operation, or by a mail service at its own address. */
import type { Tx } from '../../kernel/database/database.ts'
import type { App, Install } from '../../kernel/operation/app.ts'
import { Fault, invalid } from '../../kernel/operation/fault.ts'
import { readJson } from '../../kernel/operation/input/json.ts'
import { type Fields, isFields } from '../../kernel/operation/shape.ts'
import { inSlices } from '../../kernel/scheduling/in-slices.ts'
import { networkOf } from '../../kernel/web-fetch/addresses.ts'
import { hookAt, noteCall, type OpenHook } from './bounce-hooks/hooks.ts'
import { assertProven } from './bounce-hooks/proofs.ts'
import { confirmSns, openSns } from './bounce-hooks/sns.ts'
import {
  fromBrevo,
  fromMailgun,
  fromPostmark,
  fromReport,
  fromResend,
  fromSendgrid,
  fromSes,
  type ReportedBounce,
} from './bounce-hooks/vendors.ts'
import { isNewReport, isPolicy, isServiceId, mailOfBounce, noteBounce } from './bounces.ts'
import { mailOfMessage } from './delivery.ts'
import type { MailApp } from './outbox.ts'

/**
 * Carries a reported bounce over; null: it is about no letter of ours. By its id, or else the latest letter to its
 * address. `is_raw`: somebody else's letter may have come back, so the address counts only with an id that our service made.
 */
export function takeBounce(
  tx: Tx,
  app: MailApp & Pick<Install, 'followers'>,
  reported: ReportedBounce,
  is_raw = false,
) {
  const { message_id, kind } = reported
  const address = reported.address.trim().toLowerCase()
  const own = message_id ? mailOfBounce(tx, { id: mailOfMessage(message_id) }) : null
  const by_address = address !== '' && (!message_id || !is_raw || isServiceId(tx, message_id))
  const mail = own ?? (by_address ? mailOfBounce(tx, { address }) : null)
  if (!mail) return null
  const answer = reported.answer.replaceAll(/\s+/g, ' ').trim() || `Reported as a ${kind} bounce.`
  const policy = reported.policy ?? isPolicy(answer)
  const bounce = { mail, address: mail.to_address, kind, answer, policy }
  const paused = noteBounce(tx, bounce)
  for (const one of app.followers) one.bounced(tx, app, bounce, paused)
  return { mail, policy, paused, answer }
}

type Call = { token: string; headers: Headers; body: Uint8Array; ip: string | null }
type Outcome = 'ours' | 'again' | null
type Read = { bounces: ReportedBounce[]; said?: string; topic?: string }

const PER_MINUTE = 600
const WRONG_PER_MINUTE = 20
/** Reads a call of a mail service. Throws 401 for a wrong signature, 404 for no such address, 422 for another body. */
export async function receiveBounces(app: App, call: Call): Promise<{ bounces: number; ours: number }> {
  const network = networkOf(call.ip ?? '')
  const hook = app.db.read((tx) => hookAt(tx, app.sealer, call.token))
  if (!hook) {
    app.limits.take(`bounces:${network}`, WRONG_PER_MINUTE, null)
    throw new Fault('not_found', 'There is no such address. Copy it again from Operator, System, E-mail.')
  }
  app.limits.take(`bounces:${hook.service}`, PER_MINUTE, null)
  const note = (said: string, more?: Parameters<typeof noteCall>[3]) =>
    app.db.write((tx) => noteCall(tx, hook, said, more))
  try {
    const { bounces, said, topic } = await readCall(app, hook, call)
    const whole = new TextDecoder().decode(call.body)
    const take = (tx: Tx, one: ReportedBounce): Outcome =>
      isNewReport(tx, hook.service, one.names?.length ? one.names : [`${one.address} ${whole}`])
        ? takeBounce(tx, app, one, hook.service === 'report') && 'ours'
        : 'again'
    const taken = (await inSlices(bounces, (some) => app.db.write((tx) => some.map((one) => take(tx, one))))).flat()
    const count = (outcome: Outcome) => taken.filter((one) => one === outcome).length
    const ours = count('ours')
    note(said ?? inWords(bounces.length, ours, count('again')), {
      reported: bounces.length > 0,
      ...(topic && { topic }),
    })
    return { bounces: bounces.length, ours }
  } catch (error) {
    if (error instanceof Fault && error.status < 500) note(`Refused: ${error.message}`)
    throw error
  }
}

/** Events of a call are far fewer. */
const MOST_VALUES = 100_000

async function readCall(app: App, { service, key, topic }: OpenHook, { headers, body: raw }: Call): Promise<Read> {
  if (service === 'report') {
    const bounces = fromReport(new TextDecoder().decode(raw))
    if (!bounces)
      throw unread('is no delivery report (RFC 3464) of an e-mail that failed: send it whole, with its headers')
    return { bounces }
  }
  const { rest: body, issues } = readJson(raw, MOST_VALUES)
  if (issues || (!isFields(body) && !Array.isArray(body))) throw unread('is not the JSON that this service sends')
  assertProven(service, { key, headers, raw, body, now: app.clock.now() })
  if (service === 'ses') return readSes(app, topic, isFields(body) ? body : {})
  return { bounces: READERS[service](body) }
}

const unread = (message: string) => invalid({ path: '', message: `the body ${message}` })

const one = (read: (body: Fields) => ReportedBounce[]) => (body: unknown) => (isFields(body) ? read(body) : [])
const READERS = {
  postmark: one(fromPostmark),
  mailgun: one(fromMailgun),
  resend: one(fromResend),
  sendgrid: fromSendgrid,
  brevo: fromBrevo,
}

/** The first topic that is confirmed is the only one from then on. */
async function readSes(app: App, topic: string | null, body: Fields): Promise<Read> {
  const sns = await openSns(app, body)
  if (topic !== null && topic !== sns.topic)
    throw new Fault('unauthorized', `This address belongs to the topic ${topic}. Make a new address for another topic.`)
  if (sns.type === 'SubscriptionConfirmation') {
    await confirmSns(app, sns.confirm_at!)
    return { bounces: [], said: 'The topic of Amazon SNS is confirmed.', topic: sns.topic }
  }
  if (topic === null)
    throw new Fault('unauthorized', 'The topic is not confirmed yet. Request the confirmation in the SNS console.')
  const { rest } = readJson(Buffer.from(sns.message))
  return { bounces: sns.type === 'Notification' && isFields(rest) ? fromSes(rest) : [] }
}

function inWords(all: number, ours: number, again: number): string {
  if (all === 0) return 'It reported no bounce.'
  const others = all - ours - again
  const about = others === 0 ? '' : ` ${others} about no e-mail of this install.`
  return `${all === 1 ? '1 bounce' : `${all} bounces`}.${again === 0 ? '' : ` ${again} known already.`}${about}`
}
