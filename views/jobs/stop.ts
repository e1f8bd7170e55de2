/** Stops links that are not sent yet: one question with the numbers, then a cancellation per push. */
import { action, type Flash, goTo, type Reply, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { cancelJob } from '../../src/operations/jobs/jobs.ts'
import { previewStop } from '../../src/operations/orders.ts'
import type { Question } from '../parts/forms/dialogs.tsx'
import { many } from '../parts/text/format.ts'
import { assertMay } from '../shell.tsx'

type StopPreview = AnswerOf<typeof previewStop>

const stopOf = (call: SignedInCall, ids: readonly number[]): Promise<StopPreview> =>
  call.call(previewStop, { uids: [...ids] }, { here: true })

/** The question states the result: links that will not be sent, refunds, and links already sent. */
function questionOfStop({ unsent, checks, left, others }: StopPreview): Question {
  const n = unsent.length
  const jobs = new Set(unsent.map(({ job_id }) => job_id)).size
  const again = unsent.filter((link) => link.again).length
  const credits = [many(n, 'index credit'), ...(checks > 0 ? [many(checks, 'check credit')] : [])].join(' and ')
  const parts = [
    `${many(n, 'link')}${jobs > 1 ? ` of ${many(jobs, 'push', 'pushes')}` : ''} will not be sent, and ${credits} ${n + checks === 1 ? 'is' : 'are'} refunded.`,
    again > 0 && `${many(again, 'of them', 'of them')} failed before and ${again === 1 ? 'stays' : 'stay'} so.`,
    left > 0 &&
      `${many(left, 'link')} of your choice ${left === 1 ? 'has' : 'have'} left already and ${left === 1 ? 'stays' : 'stay'} as ${left === 1 ? 'it is' : 'they are'}, under the guarantee.`,
    others > 0 && `${many(others, 'other')} ${others === 1 ? 'was' : 'were'} not going to be sent.`,
  ]
  return {
    title: `Stop pushing ${many(n, 'link')}?`,
    body: parts.filter(Boolean).join(' '),
    verb: `Stop pushing ${many(n, 'link')}`,
  }
}

const NOTHING_WAITS = 'None of these links waits to be sent, so there is nothing to stop.'

/** One cancellation per push. */
const callsIn = ({ unsent }: StopPreview) =>
  [...Map.groupBy(unsent, ({ job_id }) => job_id)].map(([id, links]) => ({
    operation: cancelJob,
    input: { id, url_ids: idsOf(links) },
  }))

/** Cancels the links, and reports how many left between the question and the click. */
async function stopNow(call: SignedInCall, stop: StopPreview, promised: number): Promise<Flash> {
  let stopped = 0
  for (const { input } of callsIn(stop)) stopped += await stopIn(call, input)
  const late = promised - stopped
  const text = [
    stopped > 0 &&
      `${many(stopped, 'link is', 'links are')} not sent, and ${stopped === 1 ? 'its credit is' : 'their credits are'} refunded.`,
    late > 0 && `${many(late, 'link')} had left or ${late === 1 ? 'was' : 'were'} stopped meanwhile.`,
  ]
  return { text: text.filter(Boolean).join(' '), tone: stopped > 0 ? 'ok' : 'info' }
}

export const idsOf = (links: readonly { uid: number }[]): number[] => links.map(({ uid }) => uid)

export const NONE_PICKED = 'Tick the links first.'

/** Asks, or explains why there is nothing to stop. */
export async function askToStop(
  call: SignedInCall,
  ids: readonly number[],
  back: string,
  ask: (question: Question, fields: { ids: string[]; promised: string }) => Promise<Reply>,
): Promise<Reply> {
  assertMay(call, cancelJob)
  if (ids.length === 0) return goTo(back, { text: NONE_PICKED, tone: 'bad' })
  const stop = await stopOf(call, ids)
  if (stop.unsent.length === 0) return goTo(back, { text: NOTHING_WAITS, tone: 'info' })
  return ask(questionOfStop(stop), { ids: ids.map(String), promised: String(stop.unsent.length) })
}

const MORE_NOW = 'More links wait now than the question named, so none was stopped. Select them again.'

/** The screen that stops links after the question. */
export const callOff = (
  at: string,
  idsIn: (call: SignedInCall) => Promise<number[]>,
  backOf: (call: SignedInCall) => string | Promise<string>,
): Screen => ({
  ...action(at, async (call) => cancelPicked(call, await idsIn(call), await backOf(call))),
  calls: async (call) => callsToStop(call, await idsIn(call)),
})

export const callsToStop = async (call: SignedInCall, ids: readonly number[]) => callsIn(await stopOf(call, ids))

/** Stops the links, never more than the question named. */
async function cancelPicked(call: SignedInCall, ids: readonly number[], back: string): Promise<Response> {
  assertMay(call, cancelJob)
  if (ids.length === 0) return goTo(back, { text: NONE_PICKED, tone: 'bad' })
  const stop = await stopOf(call, ids)
  const promised = Number(call.form.promised) || stop.unsent.length
  if (stop.unsent.length === 0) return goTo(back, { text: NOTHING_WAITS, tone: 'info' })
  if (stop.unsent.length > promised) return goTo(back, { text: MORE_NOW, tone: 'bad' })
  return goTo(back, await stopNow(call, stop, promised))
}

/** A push that has sent its last link, or that somebody cancelled meanwhile, has nothing to stop. */
async function stopIn(call: SignedInCall, input: { id: string; url_ids: number[] }): Promise<number> {
  try {
    return (await call.call(cancelJob, input)).cancelled
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'conflict') throw error
    return 0
  }
}
