/** Moves a push to another client, and back while that can still be undone. */
import { action, goTo, type Screen, type SignedInCall, type Slots } from '../../src/doors/pages/web.ts'
import { previewMove } from '../../src/features/moves/operations.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { allocateCredits, getCredits } from '../../src/operations/credits/balances.ts'
import { getJobStatus } from '../../src/operations/jobs/job.ts'
import { updateJob } from '../../src/operations/jobs/jobs.ts'
import { getOrderOptions } from '../../src/operations/orders.ts'
import { getTenant } from '../../src/operations/tenants/workspaces.ts'
import { giftsOf, giveMissing } from '../credits/give-missing.ts'
import { issuesIn, refusedPage } from '../form-refusal.ts'
import { zoneOf } from '../frame/reader.ts'
import type { UndoData } from '../frame/toast.tsx'
import { agencyOf, may } from '../frame/visitor.ts'
import { drawJob } from '../jobs/pages.tsx'
import { type Job, jobHref } from '../jobs/shapes.ts'
import { secondsLeft } from '../jobs/undo.tsx'
import type { Issue } from '../parts/forms/form.tsx'
import { listHref } from '../parts/lists/list.ts'
import { giftIn, MovePanel, movedWords } from './panel.tsx'

export const moveScreens: readonly Screen[] = [
  {
    ...action('/jobs/:id/move', move),
    calls: async (call) => [...giftsOf('move', await shortageOf(call)), moveOf(call, call.form.to)],
  },
  {
    ...action('/jobs/:id/move-back', moveBack),
    calls: async (call) => {
      const { undo } = await call.call(previewMove, { id: call.params.id })
      return undo ? [moveOf(call, undo.move_to)] : []
    },
  },
]

/** Whether there may be another client: a person of one client alone has none. */
async function canMove(call: SignedInCall, { id, type, tenant_id }: Job): Promise<boolean> {
  if (type !== 'index' || !may(call, previewMove)) return false
  if (tenant_id !== call.caller.tenant_id) return true
  return (await call.call(previewMove, { id })).choices.length > 0
}

async function panel(call: SignedInCall, job: Job, issues: readonly Issue[] = []) {
  const to = call.form.to || call.query.to
  const asked = await call.call(previewMove, { id: job.id })
  const chosen = asked.choices.find(({ id }) => id === (to ?? asked.suggested))
  const { tenants } = await call.call(getOrderOptions, {}, { here: true })
  const { effect, refused } = await effectOf(call, job.id, chosen?.id)
  const shortage = chosen && effect ? await giverOf(call, chosen, effect) : NO_SHORTAGE
  return (
    <MovePanel
      reader={zoneOf(call)}
      job={job}
      self={jobHref(call.base, job)}
      choices={asked.choices}
      tiles={new Map(tenants.map(({ id, tile_url }) => [id, tile_url]))}
      suggested={asked.suggested}
      to={chosen && effect ? { ...chosen, effect } : null}
      giver={shortage.giver}
      transfer_href={shortage.below ? `${call.base}/clients/${chosen!.id}?transfer=${chosen!.id}` : null}
      idempotency_key={newId()}
      issues={issues.length > 0 ? issues : refused}
    />
  )
}

/** The effect of a move, or why there can be none now. */
async function effectOf(call: SignedInCall, id: string, move_to: string | undefined) {
  try {
    const { effect } = move_to ? await call.call(previewMove, { id, move_to }) : { effect: null }
    return { effect, refused: [] }
  } catch (error) {
    return { effect: null, refused: issuesIn(error, REFUSALS, zoneOf(call)) }
  }
}

const REFUSALS = ['insufficient_credits', 'forbidden', 'conflict'] as const

type Effect = NonNullable<AnswerOf<typeof previewMove>['effect']>
const NO_SHORTAGE = { tenant_id: '', purse: '', giver: null, missing: [], below: false }

/** Credits that the other client lacks, and who can transfer them: this workspace, if it is above and has them. */
async function giverOf(call: SignedInCall, to: { id: string; name: string }, { credits }: Effect) {
  const missing = credits.filter((one) => one.missing > 0)
  const own = call.caller.tenant_id
  const below = missing.length > 0 && to.id !== own && may(call, allocateCredits) && (await isHere(call, to.id))
  const giver = below ? await call.call(getTenant, { id: own }) : null
  const has = giver && (await call.call(getCredits, { tenant_id: own }))
  const gives = has && missing.every(({ kind, missing: n }) => has[kind].available >= n)
  return { tenant_id: to.id, purse: to.name, giver: gives ? giver!.name : null, missing, below }
}

const isHere = (call: SignedInCall, id: string): Promise<boolean> =>
  found(() => call.call(getTenant, { id }, { here: true })).then((tenant) => tenant !== null)

async function found<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Fault && error.status < 500) return null
    throw error
  }
}

/** The transfer that the form promised; none if the shortage has changed since. */
async function shortageOf(call: SignedInCall) {
  const { to, gives } = call.form
  const asked = to && gives ? await found(() => call.call(previewMove, { id: call.params.id, move_to: to })) : null
  const chosen = asked?.choices.find(({ id }) => id === to)
  if (!chosen || !asked?.effect) return NO_SHORTAGE
  const shortage = await giverOf(call, chosen, asked.effect)
  return giftIn(shortage.missing) === gives ? shortage : NO_SHORTAGE
}

const moveOf = ({ params }: SignedInCall, move_to: string | undefined) => ({
  operation: updateJob,
  input: { id: params.id, move_to },
})

async function move(call: SignedInCall) {
  const { to } = call.form
  const reader = zoneOf(call)
  const choose = { path: 'move_to', message: say(reader, CHOOSE) }
  let given: string | null = null
  try {
    if (!to) throw new Fault('validation_failed', CHOOSE, { issues: [choose] })
    const shortage = await shortageOf(call)
    if (shortage.missing.length > 0) given = await giveMissing(call, 'move', shortage)
    const { operation, input } = moveOf(call, to)
    const job = await call.call(operation, input, { once: true })
    return goTo(await hrefOf(call, job), { text: movedWords(reader, job), moved: job.id })
  } catch (error) {
    const after: Issue[] = given ? [{ path: '', message: given }] : []
    return refusedPage(error, (issues) => drawJob(call, [...after, ...issues]), REFUSALS, reader)
  }
}

const CHOOSE = text('Choose a client.')

/** The page of a push: of its own workspace, where it is not below this one any longer. */
const hrefOf = async (call: SignedInCall, job: Pick<Job, 'id' | 'tenant_id'>): Promise<string> =>
  jobHref(
    (await found(() => call.call(getJobStatus, { id: job.id, url_limit: 0 }, { here: true })))
      ? call.base
      : `/app/w/${job.tenant_id}`,
    job,
  )

/** The page of a push that moved away from the client of these pages, for people of its agency. */
async function away(call: SignedInCall, error: unknown) {
  const agency = error instanceof Fault && error.status === 404 ? await agencyOf(call) : null
  if (!agency) throw error
  return goTo(listHref(jobHref(agency, { id: call.params.id! }), call.query, {}))
}

/** Undo of a move, while it is possible. */
async function undoOf(call: SignedInCall, id: string): Promise<UndoData | null> {
  const asked = await found(() => call.call(previewMove, { id }))
  if (!asked?.undo) return null
  const seconds = secondsLeft(asked.undo.until, call.app.clock.now())
  const fields = { to: asked.undo.move_to }
  return { action: `${jobHref(call.base, { id })}/move-back`, seconds, what: say(zoneOf(call), 'this move'), fields }
}

async function moveBack(call: SignedInCall) {
  const { id } = call.params
  const to = zoneOf(call)
  const { undo } = await call.call(previewMove, { id })
  // A second click finds no move to this client.
  if (undo?.move_to !== call.form.to)
    return goTo(jobHref(call.base, { id: id! }), { text: say(to, TOO_LATE), tone: 'bad' })
  try {
    const { operation, input } = moveOf(call, undo?.move_to)
    const job = await call.call(operation, input)
    return goTo(await hrefOf(call, job), {
      text: say(to, 'Undone: the push is with {name} again.', { name: job.tenant_name }),
    })
  } catch (error) {
    // The other client has spent the credits meanwhile.
    const [{ message } = { message: '' }] = issuesIn(error, REFUSALS, to)
    return goTo(jobHref(call.base, { id: id! }), { text: message, tone: 'bad' })
  }
}

const TOO_LATE = text('It is too late to undo the move. “Move to another client” in the menu moves the push back.')

export const MOVES: Slots['moves'] = { canMove, panel, away, undoOf }
