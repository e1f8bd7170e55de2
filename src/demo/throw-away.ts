import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type ThrowAway = {
  path: string
  /** Resolves at the next signal to stop, which would otherwise end the process. */
  stopped(): Promise<void>
  remove(): void
}

/** Signals that ask a process to end, with their exit codes (128 + the signal's number). */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
type Signal = keyof typeof SIGNALS

/** A data folder that is deleted when the process ends, unless it is killed. */
export function throwAwayFolder(): ThrowAway {
  const path = mkdtempSync(join(tmpdir(), 'signalpost-demo-'))
  let onSignal: (() => void) | null = null
  const erase = () => rmSync(path, { recursive: true, force: true })
  const stop = (signal: Signal) => {
    if (!onSignal) process.exit(SIGNALS[signal])
    onSignal()
    onSignal = null
  }
  process.on('exit', erase)
  for (const name of Object.keys(SIGNALS) as Signal[]) process.on(name, stop)
  return {
    path,
    stopped: () =>
      new Promise((resolve) => {
        onSignal = resolve
      }),
    remove() {
      process.off('exit', erase)
      for (const name of Object.keys(SIGNALS) as Signal[]) process.off(name, stop)
      erase()
    },
  }
}
