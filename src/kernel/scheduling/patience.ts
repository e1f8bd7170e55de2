import { SECOND } from '../time/clock.ts'

/** Makes a call that may go on for `ms` milliseconds after `signal` wants its end, for the sake of its answer. */
export async function withPatience<T>(
  signal: AbortSignal,
  ms: number,
  call: (patient: AbortSignal) => Promise<T>,
): Promise<T> {
  const end = new AbortController()
  let timer: Timer | undefined
  const wanted = () => {
    timer = setTimeout(() => end.abort(signal.reason), ms)
  }
  if (signal.aborted) wanted()
  else signal.addEventListener('abort', wanted, { once: true })
  try {
    return await call(end.signal)
  } finally {
    signal.removeEventListener('abort', wanted)
    clearTimeout(timer)
  }
}

/** A purchase: its answer says what was bought, so a task or caller that is to end waits for it this long. */
export const paying = <T>(signal: AbortSignal, call: (patient: AbortSignal) => Promise<T>): Promise<T> =>
  withPatience(signal, 6 * SECOND, call)
