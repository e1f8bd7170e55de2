import { setPriority } from 'node:os'
import { join } from 'node:path'

/** This program: the executable, or Bun with the source; tests put the executable here, which starts five times as fast. */
export const ownProgram = {
  words: import.meta.dir.startsWith('/$bunfs')
    ? [process.execPath]
    : [process.execPath, join(import.meta.dir, '../../main.ts')],
}

/**
 * Runs one of our own commands as a process of its own, behind whatever else the machine has to do. It gets the
 * environment with `env` in place of every setting of ours. Ended when the signal says so.
 */
export async function runOwn(
  words: readonly string[],
  env: Record<string, string>,
  signal: AbortSignal,
): Promise<{ code: number; out: string; err: string }> {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('SIGNALPOST_'))
  const child = Bun.spawn([...ownProgram.words, ...words], {
    env: { ...Object.fromEntries(others), ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    signal,
  })
  try {
    setPriority(child.pid, 10)
  } catch {}
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, out, err }
}
