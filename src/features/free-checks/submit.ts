/** Orders for free checks from public pages: validated, counted, and stored for the task that makes them. */
import Type from 'typebox'
import { normaliseUrl } from '../../domains/preflight/index.ts'
import type { Tx } from '../../kernel/database/database.ts'
import type { IpLocation } from '../../kernel/environment/geoip.ts'
import { text } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import { Fault, type Issue, invalid } from '../../kernel/operation/fault.ts'
import { addToDay, untilMidnight } from '../../kernel/scheduling/limits.ts'
import { taskName } from '../../kernel/scheduling/task.ts'
import { newId, newSecret } from '../../kernel/secrets/ids.ts'
import { dayOf, HOUR, MINUTE, millis, plus } from '../../kernel/time/clock.ts'
import { ipFamily, wideNetworkOf } from '../../kernel/web-fetch/addresses.ts'
import { isPrivateName } from '../../kernel/web-fetch/destination.ts'
import { blockOf, fromOf } from './blocks.ts'
import { capStateOf, freeCheckSettings, liveState, type VisitorAddress, wideCounter } from './caps.ts'
import { type SentForm, useForm } from './form-token.ts'
import type { FreeCheckSettings, Kind, Refusal } from './shapes.ts'
import { freeChecks } from './tables.ts'
import { countCheck } from './tally.ts'

export const TAKE_FREE_CHECKS = taskName('take_free_checks')

/** The three public pages; each kind of check belongs to one. */
export const TOOLS = ['xray', 'answer', 'lens'] as const
export type Tool = (typeof TOOLS)[number]
export const toolOf = (kind: Kind): Tool => (kind === 'xray_retry' ? 'xray' : kind === 'answer_edit' ? 'answer' : kind)

export const UrlForm = Type.Object({ url: Type.String({ title: 'Address of the page' }) })
export const DomainForm = Type.Object({
  domain: Type.String({ title: 'Domain', description: 'Such as bakery.example', maxLength: 253 }),
})
export const QuestionForm = Type.Object({
  question: Type.String({ title: 'Question', description: 'As your customers would ask', maxLength: 200 }),
})

type FreeCheckInput = { kind: Kind; given: string; question?: string; form: SentForm | null }
/** A valid order: a canonical URL, or a domain. */
type ValidOrder = { kind: Kind; asked: string; question: string | null; domain: string }
type OrderWithOrigin = ValidOrder & VisitorAddress & IpLocation

/** How long a result is reused for the same question. Live searches cost money. */
const KNOWN_FOR: Partial<Record<Kind, number>> = { xray: 10 * MINUTE, lens: HOUR, answer: HOUR, answer_edit: HOUR }
/** Refusals stored for one network per day. */
const MOST_REFUSALS = 50

type AskApp = Pick<App, 'db' | 'geoip' | 'limits' | 'wake'>

/** The unguessable id of its result. 422 for invalid input, 403 for a block, 429 over a cap, 409 if not offered. */
export async function askFreeCheck(app: AskApp, wish: FreeCheckInput, ip: string | null): Promise<string> {
  const from = fromOf(ip)
  app.limits.take(`free:${from.network}`, 30, null)
  app.limits.take(`free:${wideNetworkOf(from.ip)}`, 60, null)
  const judged = assertWish(wish)
  const place = await app.geoip.locate(from.ip)
  const made = app.db.write((tx) => {
    const settings = freeCheckSettings(tx)
    assertOpen(tx, judged, settings)
    const known = knownResult(tx, judged)
    const order = { ...judged, ...from, ...place }
    const refusal = blockOf(tx, from) ? 'block' : wish.form ? refusalOf(tx, order, settings, known) : 'bot'
    if (refusal) return { refusal: refuse(tx, order, refusal) }
    if (!useForm(tx, wish.form!)) return { refusal: refuse(tx, order, 'bot') }
    const address = newSecret('spf')
    insert(tx, order, { address, refusal: null, result: known })
    countCheck(tx, order, known ? { checks: 1, reused: 1 } : { checks: 1 })
    // A reused result costs nothing, so no cap counts it.
    if (!known) addToDay(tx, wideCounter(order), dayOf(tx.now), 1)
    tx.afterCommit(() => app.wake(TAKE_FREE_CHECKS))
    return { address }
  })
  if ('refusal' in made) throw made.refusal
  return made.address
}

function assertWish({ kind, given, question = '' }: FreeCheckInput): ValidOrder {
  const entry = given.trim()
  const field = toolOf(kind) === 'answer' ? 'domain' : 'url'
  const normalised = normaliseUrl(/^[a-z][\w+.-]*:\/\//i.test(entry) ? entry : `https://${entry}`)
  const issues: Issue[] = []
  if (entry === '') issues.push({ path: field, message: text('is required') })
  else if (!normalised.ok) issues.push({ path: field, message: `is not an address: ${normalised.reason}` })
  const url = normalised.ok ? new URL(normalised.url) : null
  if (url && (isPrivateName(url.hostname) || url.hostname.startsWith('[')))
    issues.push({ path: field, message: text('is not on the public internet') })
  if (url && toolOf(kind) !== 'xray' && ipFamily(url.hostname) !== 0)
    issues.push({ path: field, message: text('must be a domain name, not an IP address') })
  if (kind === 'answer_edit' && question.trim().length < 3)
    issues.push({ path: 'question', message: text('must have at least 3 characters') })
  if (question.length > 200) issues.push({ path: 'question', message: text('must have at most 200 characters') })
  if (issues.length || !url) throw invalid(...issues)
  const domain = url.hostname.replace(/^www\./, '')
  const asked = field === 'domain' ? domain : url.href
  return { kind, asked, domain, question: kind === 'answer_edit' ? question.trim().replace(/\s+/g, ' ') : null }
}

function assertOpen(tx: Tx, { kind }: ValidOrder, settings: FreeCheckSettings): void {
  if (!settings.enabled) throw new Fault('conflict', text('Free checks are closed at the moment.'))
  if (toolOf(kind) !== 'xray' && liveState(tx, settings) === 'none')
    throw new Fault('conflict', text('This check needs a live search engine, and none is set up here.'))
}

function refusalOf(tx: Tx, order: OrderWithOrigin, settings: FreeCheckSettings, known: string | null): Refusal | null {
  if (known) return null
  if (capStateOf(tx, order, settings).left === 0) return 'cap'
  return toolOf(order.kind) !== 'xray' && liveState(tx, settings) === 'used_up' ? 'budget' : null
}

function knownResult(tx: Tx, { kind, asked, question }: ValidOrder): string | null {
  const since = KNOWN_FOR[kind]
  if (!since) return null
  const found = tx.row<{ result: string }>(
    `select result from free_checks where asked = ? and state = 'done' and created_at > ? and question is ?
       and kind in (select value from json_each(?)) order by seq desc limit 1`,
    asked,
    plus(tx.now, -since),
    question,
    JSON.stringify(kind === 'xray' ? ['xray', 'xray_retry'] : [kind]),
  )
  return found?.result ?? null
}

/** Stores a refusal, unless the network has enough of them, and returns it in words. */
function refuse(tx: Tx, order: OrderWithOrigin, refusal: Refusal): Fault {
  const known = tx.number(
    "select refused from free_check_days where day = ? and what = 'network' and name = ?",
    dayOf(tx.now),
    order.network,
  )
  const is_logged = known < MOST_REFUSALS
  if (is_logged) insert(tx, order, { address: null, refusal, result: null })
  countCheck(tx, order, is_logged ? { refused: 1 } : { unlogged: 1 })
  if (refusal === 'block')
    return new Fault('forbidden', text('Free checks are closed to your network. Ask the operator of this service.'))
  if (refusal === 'bot')
    return new Fault('conflict', text('The form was sent twice, too quickly or too late. Press the button again.'))
  const wait = untilMidnight(millis(tx.now))
  return refusal === 'budget'
    ? new Fault(
        'daily_cap',
        text('Today’s live searches are used up. Come back after 00:00 UTC, or try the X-ray.'),
        {},
        wait,
      )
    : new Fault(
        'rate_limited',
        text('Today’s free checks are used up. Come back after 00:00 UTC, or sign up.'),
        {},
        wait,
      )
}

type Outcome = { address: string | null; refusal: Refusal | null; result: string | null }

function insert(tx: Tx, order: OrderWithOrigin, outcome: Outcome): void {
  const { refusal, result } = outcome
  const state = refusal ? 'refused' : result ? 'done' : 'waiting'
  const finished_at = state === 'waiting' ? null : tx.now
  tx.orm
    .insert(freeChecks)
    .values({ ...order, ...outcome, id: newId(), state, created_at: tx.now, finished_at })
    .run()
}
