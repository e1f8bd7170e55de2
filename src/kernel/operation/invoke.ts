/**
 * The one way in, for every door: admit → parse → prepare → judge → plan → run → record. Only orders have a plan. A write
 * does everything from `judgeInput` on in one transaction.
 */
import type { Tx } from '../database/database.ts'
import { Searched } from '../database/search-steps.ts'
import { ENGLISH } from '../language/reader.ts'
import { writtenFor } from '../language/written.ts'
import { doing } from '../scheduling/watchdog.ts'
import { admit, assertAtInstall } from './admission.ts'
import type { App } from './app.ts'
import { auditLinesOf } from './audit-lines.ts'
import type { Answer, Call, CallRequest, Kind } from './call.ts'
import { type Caller, partyOf } from './caller.ts'
import { Fault } from './fault.ts'
import { fileInTurn } from './file-line.ts'
import { keyedRequestOf, oneAtATime, remember, storedAnswer } from './idempotency.ts'
import { withoutBlanks } from './input/forgiving.ts'
import { judgeInput, parseInput } from './input/parse-input.ts'
import { type AnyOperation, isSensitive, type WriteCall } from './operation.ts'
import { approvedAnswer, estimate, isEstimate, orderOf } from './ordering.ts'
import { asksForProof, assertProof } from './proof.ts'
import type { OrderPlan } from './spending.ts'

/** A read without preparation is answered (or refused by a throw) at once, the rest by a promise. */
export function invoke(
  app: App,
  operation: AnyOperation,
  caller: Caller,
  given: CallRequest,
): Answer | Promise<Answer> {
  const call = admitted(app, operation, caller, given)
  const answering = doing(operation.name, () => run(call))
  if (!isSensitive(operation)) return answering
  return answering instanceof Promise ? answering.then((found) => readOf(call, found)) : readOf(call, answering)
}

function admitted<O extends AnyOperation>(app: App, operation: O, caller: Caller, sent: CallRequest): Call<O> {
  assertAtInstall(app, operation, caller)
  admit(operation, caller)
  const rest = withoutBlanks(operation, sent.rest, sent.door)
  // A copy would read the address and the signal of each request.
  const given: CallRequest =
    rest === sent.rest ? sent : Object.create(sent, { rest: { value: rest, enumerable: true } })
  const parsed = parseInput(operation, given)
  assertAtInstall(app, operation, caller, parsed)
  if (asksForProof(operation, caller, parsed)) assertProof(caller, app.clock.now())
  return { app, operation, caller, given, parsed }
}

/** The row of a sensitive read: the caller and the object. The same read again within a minute is counted. */
function readOf({ app, operation, caller, given }: Call, found: Answer): Answer {
  if (caller.via === 'system') return found
  app.events.note({
    kind: 'read',
    group: `${caller.key_id ?? caller.user_id} ${operation.name} ${given.path.id ?? ''}`,
    caller,
    action: operation.name,
    target: given.path.id ?? null,
    after: { read: true },
    ip: given.ip,
    request_id: given.request_id,
    door: given.door,
  })
  return found
}

function run(call: Call): Answer | Promise<Answer> {
  if (isKind(call, 'read')) return runRead(call)
  return isKind(call, 'write')
    ? runWrite(call)
    : oneAtATime(keyedRequestOf(call), () => runOutbound(call as Call<Outbound>))
}

type Outbound = Kind<'outbound'>
const isKind = <K extends AnyOperation['kind']>(call: Call, kind: K): call is Call<Kind<K>> =>
  call.operation.kind === kind

function runRead(call: Call<Kind<'read'>>): Answer | Promise<Answer> {
  const { app, operation, caller, given, parsed } = call
  const read = (prepared: unknown) => {
    const result: unknown = app.db.read((tx) => {
      const subject = judgeInput(tx, call)
      return operation.handle({ app, tx, caller, subject, prepared }, parsed.value as never) as never
    })
    if (result instanceof Searched)
      return app.db
        .search(result, { party: partyOf(caller), signal: endOf(call) })
        .then((found) => answer(operation, found, given.to))
    return answer(operation, result, given.to)
  }
  const preparing = prepare(call)
  return preparing ? preparing.then(read) : read(undefined)
}

/** The end of a call that takes long: its caller leaves, or the process stops. */
const endOf = ({ app, given }: Call): AbortSignal =>
  given.signal ? AbortSignal.any([given.signal, app.ending.signal]) : app.ending.signal

const prepare = ({ operation, parsed }: Call<Kind<'read'> | Kind<'write'>>): Promise<unknown> | undefined =>
  parsed.issues.length ? undefined : operation.prepare?.(parsed.value as never)

async function runWrite(call: Call<Kind<'write'>>): Promise<Answer> {
  const approved = approvedAnswer(call)
  if (approved) return approved
  const ready = { ...call, prepared: await prepare(call) }
  if (isEstimate(call)) return estimate(call, ready.prepared)
  const done = call.app.db.write((tx) => carryOut(tx, ready))
  if (done instanceof Fault) throw done
  await finishOrder(call, done)
  return done
}

/** The order is placed: work that fails now is done later, by the task that finds its rows. */
export async function finishOrder({ app, operation }: Call<Kind<'write'>>, { data }: Answer): Promise<void> {
  try {
    await operation.after?.(app, (data as { id: string }).id)
  } catch (error) {
    app.log.error('an order was not finished at once', { operation: operation.name, error: String(error) })
  }
}

/** A write with its input prepared, for a transaction. */
export type Ready = Call<Kind<'write'>> & { prepared: unknown }

/** Admits, parses and prepares a write that another operation carries out in its own transaction. */
export async function readyFor(app: App, operation: Kind<'write'>, caller: Caller, given: CallRequest): Promise<Ready> {
  const call = admitted(app, operation, caller, given)
  return { ...call, prepared: await prepare(call) }
}

/** Judges, plans, runs and records. Returns the refusal of an order that is kept for approval, to throw afterwards. */
export function carryOut(tx: Tx, call: Ready): Answer | Fault {
  const { app, operation, caller, parsed, prepared } = call
  const asked = keyedRequestOf(call)
  const known = asked && storedAnswer(tx, app.sealer, asked)
  if (known) return { data: known.data, replayed: true }
  const subject = judgeInput(tx, call)
  const plan = operation.plan?.({ app, tx, caller, subject, prepared }, parsed.value as never)
  if (plan?.refusal) throw plan.refusal
  if (plan?.estimate.approval) return app.hold(tx, app, orderOf(call), plan.estimate)
  const trail = auditLinesOf(call)
  const run: WriteCall<unknown, unknown, OrderPlan | undefined> = {
    app,
    tx,
    caller,
    subject,
    prepared,
    plan,
    changed: trail.changed,
  }
  const done = answer(operation, operation.handle(run, parsed.value as never))
  trail.write(tx, done.data)
  if (asked) remember(tx, app.sealer, asked, done.data)
  return done
}

async function runOutbound(call: Call<Outbound>): Promise<Answer> {
  const { app, operation, caller, given, parsed } = call
  const asked = keyedRequestOf(call)
  const known = asked && app.db.read((tx) => storedAnswer(tx, app.sealer, asked) as never as { data: unknown } | null)
  if (known) return { data: known.data, replayed: true }
  const subject = app.db.read((tx) => judgeInput(tx, call) as never)
  const trail = auditLinesOf(call)
  let cookie: string | undefined
  const signal = endOf(call)
  const handle = async () =>
    operation.handle(
      {
        app,
        caller,
        subject,
        signal,
        progress: given.progress ?? (() => {}),
        origin: { ip: given.ip, request_id: given.request_id },
        changed: trail.changed,
        setCookie(value) {
          cookie = value
        },
        read: (work) => app.db.read(work),
        write: (work) =>
          app.db.write((tx) => {
            const done = work(tx)
            trail.write(tx, done)
            return done as never
          }),
      },
      parsed.value as never,
    )
  const made = operation.produces ? fileInTurn(app, partyOf(caller), signal, handle as never) : handle()
  const { data } = answer(operation, await made.catch(refusalAtEnd(app)), asked ? ENGLISH : given.to)
  if (asked) app.db.write((tx) => remember(tx, app.sealer, asked, data))
  return { data, replayed: false, cookie }
}

/** A failure after the process began to stop: the call was broken off. */
const refusalAtEnd =
  ({ ending }: App) =>
  (error: unknown): never => {
    throw ending.signal.aborted && !(error instanceof Fault) ? ending.signal.reason : error
  }

/** Recorded answers are in English: they are repeated for the same key. */
function answer(operation: AnyOperation, result: unknown, to = ENGLISH): Answer {
  return { data: operation.produces ? result : writtenFor(to, () => operation.trim(result)), replayed: false }
}
