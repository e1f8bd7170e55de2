/** Stops links that are not sent yet: one question with the numbers, then a cancellation per push. */
import { action, type Flash, goTo, type Reply, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { cancelJob } from '../../src/operations/jobs/jobs.ts'
import { previewStop } from '../../src/operations/orders.ts'
import type { Question } from '../parts/forms/dialogs.tsx'
import { assertMay, zoneOf } from '../shell.tsx'

type StopPreview = AnswerOf<typeof previewStop>

const stopOf = (call: SignedInCall, ids: readonly number[]): Promise<StopPreview> =>
  call.call(previewStop, { uids: [...ids] }, { here: true })

/** The question states the result: links that will not be sent, refunds, and links already sent. */
function questionOfStop(to: Reader, { unsent, checks, left, others }: StopPreview): Question {
  const n = unsent.length
  const jobs = new Set(unsent.map(({ job_id }) => job_id)).size
  const again = unsent.filter((link) => link.again).length
  const parts = [
    unsentWords(to, n, jobs, checks),
    again > 0 &&
      say(
        to,
        '{again, plural, one {# of them failed before and stays so} other {# of them failed before and stay so}}.',
        { again },
      ),
    left > 0 &&
      say(
        to,
        '{left, plural, one {# link of your choice has left already and stays as it is} other {# links of your choice have left already and stay as they are}}, under the guarantee.',
        { left },
      ),
    others > 0 &&
      say(to, '{others, plural, one {# other was not going to be sent} other {# others were not going to be sent}}.', {
        others,
      }),
  ]
  const title = say(to, 'Stop pushing {n, plural, one {# link} other {# links}}?', { n })
  const verb = say(to, 'Stop pushing {n, plural, one {# link} other {# links}}', { n })
  return { title, body: parts.filter(Boolean).join(' '), verb }
}

function unsentWords(to: Reader, n: number, jobs: number, checks: number): string {
  const links =
    jobs > 1
      ? say(to, '{n, plural, one {# link} other {# links}} of {jobs, plural, one {# push} other {# pushes}}', {
          n,
          jobs,
        })
      : say(to, '{n, plural, one {# link} other {# links}}', { n })
  return checks > 0
    ? say(
        to,
        '{links} will not be sent, and {n, plural, one {# index credit} other {# index credits}} and {checks, plural, one {# check credit} other {# check credits}} are refunded.',
        { links, n, checks },
      )
    : say(
        to,
        '{links} will not be sent, and {n, plural, one {# index credit is} other {# index credits are}} refunded.',
        { links, n },
      )
}

const NOTHING_WAITS = text('None of these links waits to be sent, so there is nothing to stop.')

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
  const to = zoneOf(call)
  const words = [
    stopped > 0 &&
      say(
        to,
        '{stopped, plural, one {# link is not sent, and its credit is refunded} other {# links are not sent, and their credits are refunded}}.',
        { stopped },
      ),
    late > 0 &&
      say(
        to,
        '{late, plural, one {# link had left or was stopped meanwhile} other {# links had left or were stopped meanwhile}}.',
        { late },
      ),
  ]
  return { text: words.filter(Boolean).join(' '), tone: stopped > 0 ? 'ok' : 'info' }
}

export const idsOf = (links: readonly { uid: number }[]): number[] => links.map(({ uid }) => uid)

export const NONE_PICKED = text('Tick the links first.')

/** Asks, or explains why there is nothing to stop. */
export async function askToStop(
  call: SignedInCall,
  ids: readonly number[],
  back: string,
  ask: (question: Question, fields: { ids: string[]; promised: string }) => Promise<Reply>,
): Promise<Reply> {
  assertMay(call, cancelJob)
  if (ids.length === 0) return goTo(back, { text: say(zoneOf(call), NONE_PICKED), tone: 'bad' })
  const stop = await stopOf(call, ids)
  if (stop.unsent.length === 0) return goTo(back, { text: say(zoneOf(call), NOTHING_WAITS), tone: 'info' })
  return ask(questionOfStop(zoneOf(call), stop), { ids: ids.map(String), promised: String(stop.unsent.length) })
}

const MORE_NOW = text('More links wait now than the question named, so none was stopped. Select them again.')

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
  if (ids.length === 0) return goTo(back, { text: say(zoneOf(call), NONE_PICKED), tone: 'bad' })
  const stop = await stopOf(call, ids)
  const promised = Number(call.form.promised) || stop.unsent.length
  if (stop.unsent.length === 0) return goTo(back, { text: say(zoneOf(call), NOTHING_WAITS), tone: 'info' })
  if (stop.unsent.length > promised) return goTo(back, { text: say(zoneOf(call), MORE_NOW), tone: 'bad' })
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
