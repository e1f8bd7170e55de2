/**
 * Step-up at a page: a form that needs a proof is answered with a form that asks for it and carries the first one along,
 * sealed, so that it goes on with nothing lost and no secret is written into the page.
 */

import { proofOptions, sessionCookieName, siteOfSession, type Visitor } from '../../../domains/accounts/index.ts'
import { text } from '../../../kernel/language/say.ts'
import { conflict, Fault } from '../../../kernel/operation/fault.ts'
import { invoke } from '../../../kernel/operation/invoke.ts'
import { MINUTE, plus, type Time } from '../../../kernel/time/clock.ts'
import { callerOfVisitor, pageVisitorAt } from '../../admit.ts'
import { passOn } from '../../visit.ts'
import { readerFor } from '../branding.ts'
import { formOf } from '../forms.ts'
import type { Call, ProofPrompt } from '../screens.ts'

/** The field that carries the first form. */
export const HELD = 'proof_held'
/** How long the first form is kept. */
const KEPT = 30 * MINUTE

/** A proof that was not accepted, with the form that still waits for one. */
class ProofRefused extends Error {
  constructor(
    readonly fault: Fault,
    readonly held: string,
    readonly leads_to: string | undefined,
  ) {
    super(fault.message)
  }
}

type WaitingForm = { until: Time; fields: [name: string, value: string][]; leads_to?: string | undefined }

/** Binds the first form to its address and its person. */
const placeOf = ({ request }: Call, user_id: string): string => {
  const { pathname, search } = new URL(request.url)
  return `step-up:${user_id}:${pathname}${search}`
}

/** A call with the proof taken and its first form back in place; null for every other form. */
export async function resumed(call: Call): Promise<{ call: Call; cookie: string } | null> {
  const held = call.form[HELD]
  if (held === undefined) return null
  const visitor = await pageVisitorAt(call)
  if (!visitor) throw new Fault('unauthorized', 'Sign in first.')
  const { fields, leads_to } = opened(call, held, visitor.user.id)
  try {
    const cookie = await proved(call, visitor)
    return { call: asFirstSent(call, fields, cookie), cookie }
  } catch (error) {
    if (error instanceof Fault && REDRAWN.has(error.code)) throw new ProofRefused(error, held, leads_to)
    throw error
  }
}

const REDRAWN: ReadonlySet<string> = new Set(['validation_failed', 'rate_limited', 'conflict'])

function opened(call: Call, held: string, user_id: string): WaitingForm {
  const { app } = call
  let kept: WaitingForm
  try {
    kept = JSON.parse(app.sealer.open(held, placeOf(call, user_id)))
  } catch {
    throw conflict(text('This form was not yours to send, or is too old. Fill it in again.'))
  }
  if (kept.until <= app.clock.now()) throw conflict(text('This form waited too long. Fill it in again.'))
  return kept
}

async function proved({ app, form, request, visit }: Call, visitor: Parameters<typeof callerOfVisitor>[0]) {
  const operation = app.operations.find(({ name }) => name === 'prove_yourself')!
  const rest = Object.fromEntries(
    Object.keys(operation.input.properties).map((name) => [name, form[name] || undefined]),
  )
  const { cookie } = await invoke(app, operation, callerOfVisitor(visitor), {
    path: {},
    rest: JSON.parse(JSON.stringify(rest)),
    ip: visit.ip,
    request_id: visit.id,
    door: 'page',
    signal: request.signal,
  })
  return cookie!
}

/** The request as it was sent first, with the session's new token. */
function asFirstSent(call: Call, fields: WaitingForm['fields'], cookie: string): Call {
  const { request, visit, app } = call
  const headers = new Headers(request.headers)
  headers.set('cookie', withCookie(headers.get('cookie') ?? '', sessionCookieName(app.config), cookie))
  const again = passOn(visit, new Request(request.url, { method: request.method, headers, signal: request.signal }))
  const cookies = (name: string) => new Map(pairsIn(headers.get('cookie')!)).get(name) ?? null
  return { ...call, request: again, cookies, ...formOf(new URLSearchParams(fields)) }
}

const pairsIn = (cookies: string): [string, string][] =>
  cookies.split(';').map((pair) => {
    const at = pair.indexOf('=')
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
  })

const withCookie = (cookies: string, name: string, set: string): string =>
  [...pairsIn(cookies).filter(([one]) => one !== name), ...pairsIn(set.split(';', 1)[0]!)]
    .map(([one, value]) => `${one}=${value}`)
    .join('; ')

/** The proof to ask for after this error. The first time the form is sealed, later the waiting form is kept. */
export async function proofAsked(call: Call, error: unknown): Promise<{ asked: ProofPrompt; fault: Fault } | null> {
  const refused = error instanceof ProofRefused ? error : null
  const fault = refused?.fault ?? error
  if (!(fault instanceof Fault) || call.request.method !== 'POST') return null
  if (!refused && fault.code !== 'proof_required') return null
  const visitor = await pageVisitorAt(call)
  if (!visitor) return null
  const { user, proof } = visitor
  const held = refused?.held ?? heldOf(call, user.id)
  const leads_to = refused ? refused.leads_to : call.leads_to
  const passkey = proof.by.includes('passkey') ? passkeyFor(call, visitor) : undefined
  const provider = proof.by.includes('provider') ? providerOf(call, visitor) : undefined
  return {
    asked: {
      to: readerFor(call.app, user.id),
      methods: proof.by,
      passkey,
      provider,
      held,
      leads_to,
      email: user.email,
      error: refused?.message,
    },
    fault,
  }
}

const providerOf = ({ app }: Call, { session_id }: Visitor) =>
  app.db.read((tx) => app.proofAtProvider(tx, session_id)) ?? undefined

const passkeyFor = ({ app }: Call, { session_id, user }: Visitor): string | undefined =>
  app.db.write((tx) => {
    const site = siteOfSession(tx, app, session_id)
    const options = site && proofOptions(tx, site, user.id)
    return options ? JSON.stringify(options) : undefined
  })

function heldOf(call: Call, user_id: string): string {
  const { app, form, all, leads_to } = call
  const fields = Object.keys(form).flatMap((name) => all(name).map((value): [string, string] => [name, value]))
  const held: WaitingForm = { until: plus(app.clock.now(), KEPT), fields, leads_to }
  return app.sealer.seal(JSON.stringify(held), placeOf(call, user_id))
}
