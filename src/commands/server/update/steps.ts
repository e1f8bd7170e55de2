/**
 * The steps of an update, from the moment at which the service stops. Each is recorded before it is taken, so that after a
 * kill the next run knows whether to finish or to go back; at every moment the program on disk is a whole one, which
 * starts on the data.
 */

/** The last recorded step. `done`: the new version runs, and the one before can come back. */
export type Step = 'stopping' | 'replacing' | 'starting' | 'going back' | 'done'

/** Actions of the steps on the machine. */
export type UpdateActions = {
  /** Null when all is as it was before. */
  record(step: Step | null): void
  stop(): void
  start(): void
  /** Says why not all that ran is ready, as the new version or as the one before. */
  ready(as: 'new' | 'before'): Promise<string | null>
  /** Whether the program on disk is the new one. */
  isNew(): Promise<boolean>
  replace(): void
  putBack(): void
  /** Puts the data from before in place again, where the new version changed its schema. */
  restore(): void
}

export type Outcome =
  | { result: 'updated' }
  /** All is as before. */
  | { result: 'unchanged'; why: string }
  /** The new version was in place and failed. `left`: parts that are still not as before. */
  | { result: 'went back'; why: string; left: string | null }

/** Replaces the program. Everything that can be tried beforehand was tried. */
export async function update(hands: UpdateActions): Promise<Outcome> {
  hands.record('stopping')
  try {
    hands.stop()
    hands.record('replacing')
    hands.replace()
  } catch (error) {
    if (!(await hands.isNew())) return leave(hands, error)
  }
  return finish(hands)
}

/** Goes on where a run was killed. */
export async function resume(step: Step, hands: UpdateActions): Promise<Outcome> {
  if (step === 'done') return { result: 'updated' }
  if (step === 'going back') return restoreBefore(hands, 'the update was interrupted while it went back')
  return (await hands.isNew())
    ? finish(hands)
    : leave(hands, new Error('the update was interrupted before the program was replaced'))
}

async function finish(hands: UpdateActions): Promise<Outcome> {
  hands.record('starting')
  try {
    hands.start()
  } catch (error) {
    return restoreBefore(hands, (error as Error).message)
  }
  const why = await hands.ready('new')
  if (why) return restoreBefore(hands, why)
  hands.record('done')
  return { result: 'updated' }
}

/** The program was not touched. */
async function leave(hands: UpdateActions, error: unknown): Promise<Outcome> {
  hands.start()
  hands.record(null)
  return { result: 'unchanged', why: (error as Error).message }
}

/** The data come first: the new program starts on them too, and the one before starts on nothing newer. */
export async function restoreBefore(hands: UpdateActions, why: string): Promise<Outcome> {
  hands.record('going back')
  hands.stop()
  hands.restore()
  if (await hands.isNew()) hands.putBack()
  hands.start()
  const left = await hands.ready('before')
  hands.record(null)
  return { result: 'went back', why, left }
}
