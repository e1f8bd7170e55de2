import type { ReadTx, Tx } from '../database/database.ts'
import { Searched } from '../database/search-steps.ts'
import { doing } from '../scheduling/watchdog.ts'
import type { App } from './app.ts'
import { assertInUse } from './archived-guard.ts'
import { type Door, differenceOf, writeAudit } from './audit.ts'
import { type Caller, inTree, isNowhere } from './caller.ts'
import { Fault, forbidden, type Issue, invalid, notFound } from './fault.ts'
import { type Asked, remember, remembered } from './idempotency.ts'
import { type AnyOperation, begins, type Change, changes, isOwnAccount, mayCall } from './operation.ts'
import { fromText, isFields, MAX_URLS, tooManyUrls } from './shape.ts'
import { Estimated, NeedsApproval, spendingOf } from './spending.ts'

/** A request as a door has read it. `issues` holds what was wrong before any field could be seen (broken JSON). */
export type Given = {
  path: Record<string, string>
  rest: unknown
  issues?: Issue[]
  ip: string | null
  request_id: string
  door?: Door
  idempotency_key?: string | null
  /** What is written in the transaction of the change: of a `write`, or of an `outbound` that passes it on. */
  along?(tx: Tx, answer: unknown): void
  signal?: AbortSignal
  progress?(done: number, total: number): void
}

/** `cookie` is a `Set-Cookie` value to send along. */
export type Answer = { data: unknown; replayed: boolean; cookie?: string }

/**
 * The one way in: role, input, tenancy, transaction, handler, audit, trimmed output. Every door calls it. A read with
 * nothing to prepare is answered (or refused by a throw) at once, the rest by a promise.
 */
export function invoke(app: App, operation: AnyOperation, caller: Caller, given: Given): Answer | Promise<Answer> {
  admit(operation, caller)
  return doing(operation.name, () => answerTo(operation, { app, caller, given, parsed: parse(operation, given) }))
}

function answerTo(operation: AnyOperation, call: Call): Answer | Promise<Answer> {
  if (operation.kind === 'read') return invokeRead(operation, call)
  const spending = spendingOf(operation, call.parsed.value)
  if (spending) return invokeSpending(operation, { ...call, caller: { ...call.caller, spending } })
  return invokeChange(operation, call)
}

/** One call of an operation: who, with what, as it was given and as it was read. */
type Call = { app: App; caller: Caller; given: Given; parsed: Input }
type Input = { value: unknown; issues: Issue[] }
type Kind<K extends AnyOperation['kind']> = Extract<AnyOperation, { kind: K }>
type Changing = Kind<'write' | 'outbound'>

/** An estimate goes the way of the order until credits would be set aside, and is remembered as nothing. */
async function invokeSpending(operation: Changing, call: Call): Promise<Answer> {
  const { app, caller, given } = call
  const asks = caller.spending?.estimate === true
  const order = asks || !isHeldBack(caller) ? null : orderOf(operation, call)
  const before = order && app.answered(app, order)
  if (before) return { data: before, replayed: true }
  try {
    return await invokeChange(operation, asks ? { ...call, given: { ...given, idempotency_key: null } } : call)
  } catch (error) {
    if (error instanceof Estimated) return { data: error.estimate, replayed: false }
    if (order && error instanceof NeedsApproval) return app.hold(app, order, error.tenant_id, error.credits)
    throw error
  }
}

const isHeldBack = ({ approval_above }: Caller): boolean => approval_above !== null && approval_above !== undefined

/** An order of a caller who may not place every one alone. */
export type HeldOrder = {
  caller: Caller
  operation: string
  path: Record<string, string>
  rest: unknown
  idempotency_key: string | null
}

function orderOf({ name }: AnyOperation, { caller, given }: Call): HeldOrder {
  const { path, rest, idempotency_key = null } = given
  return { caller, operation: name, path, rest, idempotency_key }
}

function invokeChange(operation: Changing, call: Call): Promise<Answer> {
  const asked = askedOf(operation, call)
  if (operation.kind === 'write') return invokeWrite(operation, call, asked)
  const work = () => callOut(operation, call, asked)
  return asked ? oneAtATime(`${asked.actor} ${asked.key}`, work) : work()
}

function admit(operation: AnyOperation, caller: Caller): void {
  if (caller.viewing && changes(operation)) throw forbidden(LOOKS_ON)
  if (isNowhere(caller) && !isOwnAccount(operation))
    throw forbidden('You are not a member of any workspace. Your own account is all you can see and change.')
  if (!caller.approved && changes(operation))
    throw new Fault('awaiting_approval', 'Your account awaits approval. You will get an e-mail when it is open.')
  if (operation.role === 'platform' && !caller.platform) throw forbidden('Only the platform admin may do this.')
  if (!caller.platform && caller.role === 'client_viewer' && caller.via !== 'session' && changes(operation))
    throw new Fault('read_only_key', caller.via === 'oauth' ? READ_ONLY_PERSON : READ_ONLY_KEY)
  if (operation.person && caller.via !== 'session')
    throw forbidden('A person decides this, who has signed in: no key and no app does.')
  if (caller.platform) return
  if (!mayCall(operation, caller))
    throw forbidden(`This needs the role ${operation.role} or higher; yours is ${caller.role}.`)
}

export const LOOKS_ON = 'You look at this workspace as its admin would: nothing can be changed. Leave the view first.'
const READ_ONLY_KEY = 'This key may only read. Use a key with a higher role.'
/** A connected app with too little scope is refused earlier. */
const READ_ONLY_PERSON = 'You may only read in this workspace, and so may the apps that act for you.'

function parse(operation: AnyOperation, { path, rest, issues = [] }: Given): Input {
  if (issues.length) return { value: null, issues }
  if (!isFields(rest)) return { value: null, issues: [{ path: '', message: 'must be a JSON object' }] }
  const twice = operation.path_names.filter((name) => Object.hasOwn(rest, name))
  if (twice.length)
    return { value: null, issues: twice.map((name) => ({ path: name, message: 'is given by the path' })) }
  return operation.parse({ ...rest, ...fromText(operation.input, path) })
}

/** Foreign ids are 404 before anything else is said; then the body is judged, then the state of the workspace. */
function judge(operation: AnyOperation, { caller, given, parsed }: Call, tx: ReadTx): unknown {
  const rest = (given.rest ?? {}) as Record<string, unknown>
  const ids = operation.tenant_names.map((name) => given.path[name] ?? rest[name])
  const named = ids.filter((id) => typeof id === 'string')
  for (const id of named) if (!inTree(tx, caller, id)) throw notFound('workspace')
  const subject = operation.subject?.(tx, caller, given.path)
  if (tooManyUrls(parsed.issues))
    throw new Fault('too_many_urls', `At most ${MAX_URLS.toLocaleString('en')} URLs in one request.`, {
      issues: parsed.issues,
    })
  if (parsed.issues.length) throw invalid(...parsed.issues)
  if (begins(operation)) for (const id of named) assertInUse(tx, id)
  return subject
}

function invokeRead(operation: Kind<'read'>, call: Call): Answer | Promise<Answer> {
  const { app, caller, parsed } = call
  const read = (prepared: unknown) => {
    const result: unknown = app.db.read((tx) => {
      const subject = judge(operation, call, tx)
      return operation.handle({ app, tx, caller, subject, prepared }, parsed.value as never) as never
    })
    if (result instanceof Searched)
      return app.db.search(result, partyOf(caller)).then((found) => answer(operation, found))
    return answer(operation, result)
  }
  const preparing = prepare(operation, parsed)
  return preparing ? preparing.then(read) : read(undefined)
}

/** Who takes turns. */
export const partyOf = ({ path, tenant_id }: Caller) => ({ agency: path.split('/')[1] ?? '', workspace: tenant_id })

const prepare = (operation: Kind<'read' | 'write'>, parsed: Input): Promise<unknown> | undefined =>
  parsed.issues.length ? undefined : operation.prepare?.(parsed.value as never)

async function invokeWrite(operation: Kind<'write'>, call: Call, asked: Asked | null): Promise<Answer> {
  const { app, caller, parsed } = call
  const prepared = await prepare(operation, parsed)
  return app.db.write((tx) => {
    const known = asked && remembered(tx, app.sealer, asked)
    if (known) return { data: known.data, replayed: true }
    const subject = judge(operation, call, tx)
    const trail = trailOf(operation, call)
    const result = operation.handle(
      { app, tx, caller, subject, prepared, changed: trail.changed },
      parsed.value as never,
    )
    const { data } = answer(operation, result)
    if (changes(operation)) trail.write(tx, data)
    if (asked) remember(tx, app.sealer, asked, data)
    call.given.along?.(tx, data)
    return { data, replayed: false }
  })
}

/** Ends of the queues of work that must not run twice at once, by name. */
const queues = new Map<string, Promise<unknown>>()

/** Retries under one `Idempotency-Key` wait for the first, whose answer they then find. */
async function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(name)
  const mine = before ? before.then(work, work) : work()
  queues.set(name, mine)
  try {
    return await mine
  } finally {
    if (queues.get(name) === mine) queues.delete(name)
  }
}

async function callOut(operation: Kind<'outbound'>, call: Call, asked: Asked | null): Promise<Answer> {
  const { app, caller, given, parsed } = call
  const known = asked && app.db.read((tx) => remembered(tx, app.sealer, asked) as never as { data: unknown } | null)
  if (known) return { data: known.data, replayed: true }
  const subject = app.db.read((tx) => judge(operation, call, tx) as never)
  const trail = trailOf(operation, call)
  let cookie: string | undefined
  const result = await operation.handle(
    {
      app,
      caller,
      subject,
      signal: given.signal ?? new AbortController().signal,
      progress: given.progress ?? (() => {}),
      origin: { ip: given.ip, request_id: given.request_id },
      along: (tx, made) => given.along?.(tx, made),
      changed: trail.changed,
      setCookie(value) {
        cookie = value
      },
      read: (work) => app.db.read(work),
      write: (work) =>
        app.db.write((tx) => {
          const done = work(tx)
          if (changes(operation)) trail.write(tx, done)
          return done as never
        }),
    },
    parsed.value as never,
  )
  const { data } = answer(operation, result)
  if (asked) app.db.write((tx) => remember(tx, app.sealer, asked, data))
  return { data, replayed: false, cookie }
}

function answer(operation: AnyOperation, result: unknown): Answer {
  return { data: operation.produces ? result : operation.trim(result), replayed: false }
}

function askedOf(operation: AnyOperation, { caller, given }: Call): Asked | null {
  if (!given.idempotency_key || !changes(operation)) return null
  if (given.idempotency_key.length > 255)
    throw invalid({ path: 'Idempotency-Key', message: 'is longer than 255 characters' })
  return {
    actor: caller.key_id ?? caller.user_id ?? 'system',
    key: given.idempotency_key,
    operation: operation.name,
    request: [given.path, given.rest],
  }
}

/** One audit row an invocation, written in the transaction of the change; none when the states it tells are the same. */
function trailOf(operation: AnyOperation, { caller, given, parsed }: Call) {
  let change: Change = {}
  let written = false
  return {
    changed(reported: Change) {
      change = { ...change, ...reported }
    },
    write(tx: Tx, result: unknown) {
      const states = statesOf(operation, change)
      if (written || states === null) return
      written = true
      const made = (result ?? {}) as { id?: unknown; tenant_id?: unknown }
      const input = (parsed.value ?? {}) as Record<string, unknown>
      const named = [change.tenant_id, input.tenant_id, made.tenant_id].find((id) => typeof id === 'string')
      writeAudit(tx, caller, {
        action: operation.name,
        tenant_id: (named as string | undefined) ?? (caller.tenant_id || null),
        target: change.target ?? given.path.id ?? (typeof made.id === 'string' ? made.id : null),
        before: states.before,
        after: states.after ?? withoutSecrets(operation, input),
        ip: given.ip,
        request_id: given.request_id,
        door: given.door,
      })
    },
  }
}

/** The fields that differ, in wire format; the one state when the operation reported only one. */
function statesOf(operation: AnyOperation, { before, after }: Change): Pick<Change, 'before' | 'after'> | null {
  const states = { before: withBooleans(operation, before), after: withBooleans(operation, after) }
  return isFields(states.before) && isFields(states.after) ? differenceOf(states.before, states.after) : states
}

/** Rows hold 0 and 1 where the output says boolean. */
function withBooleans(operation: AnyOperation, state: unknown): unknown {
  if (!isFields(state)) return state
  const read = (name: string, value: unknown) =>
    operation.boolean_names.includes(name) && (value === 0 || value === 1) ? value === 1 : value
  return Object.fromEntries(Object.entries(state).map(([name, value]) => [name, read(name, value)]))
}

function withoutSecrets(operation: AnyOperation, input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !operation.secret_names.includes(name)))
}

declare module './app.ts' {
  interface App {
    /** The answer of an order that a person approved; throws for one that they declined. */
    answered(app: App, order: HeldOrder): unknown
    /** Keeps an order for a person to approve, and throws 403 that says so. */
    hold(app: App, order: HeldOrder, tenant_id: string, credits: number): never
  }
}
