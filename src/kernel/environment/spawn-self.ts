import { setPriority } from 'node:os'
import { join } from 'node:path'

/** The command line of this program: the executable, or Bun with the source. Tests set the executable: it starts faster. */
export const ownProgram = {
  words: import.meta.dir.startsWith('/$bunfs')
    ? [process.execPath]
    : [process.execPath, join(import.meta.dir, '../../main.ts')],
}

/**
 * Runs a command of this program in a child process with low priority. `env` replaces all settings of Signalpost in the
 * environment. The signal ends the process. `hear` gets its output as it comes.
 */
export async function runOwn(
  words: readonly string[],
  env: Record<string, string>,
  signal: AbortSignal,
  hear: (text: string) => void = () => {},
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
    heard(child.stdout, hear),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, out, err }
}

async function heard(stream: ReadableStream<Uint8Array>, hear: (text: string) => void): Promise<string> {
  const decoder = new TextDecoder()
  let whole = ''
  for await (const bytes of stream) {
    const text = decoder.decode(bytes, { stream: true })
    whole += text
    hear(text)
  }
  return whole
}
