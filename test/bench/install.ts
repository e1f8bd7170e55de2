/** A compiled install in a folder of its own, set up from the command line, for measuring it from outside. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const BINARY = join(import.meta.dir, '../../dist/signalpost')

export type Install = { folder: string; base: string; pid: number; first_answer_ms: number; stop(): Promise<void> }

export const freePort = (): number => {
  const probe = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const port = probe.port!
  void probe.stop(true)
  return port
}

/** Makes the data folder and the first key. */
export async function setUp(under = tmpdir()): Promise<{ folder: string; key: string; tenant_id: string }> {
  const folder = mkdtempSync(join(under, 'signalpost-bench-'))
  const made = Bun.spawnSync(
    [
      BINARY,
      'setup',
      '--email',
      'ada@northwind.example',
      '--name',
      'Ada',
      '--workspace',
      'Northwind',
      '--password-stdin',
      '--api-key',
    ],
    { env: environment(folder, 1), stdin: Buffer.from('correct horse battery staple'), stderr: 'inherit' },
  )
  if (made.exitCode !== 0) throw new Error('setup failed')
  const { api_key, tenant_id } = JSON.parse(made.stdout.toString()) as { api_key: string; tenant_id: string }
  return { folder, key: api_key, tenant_id }
}

/** Starts it and waits for the first answer. */
export async function start(folder: string, more: Record<string, string> = {}): Promise<Install> {
  const port = freePort()
  const base = `http://127.0.0.1:${port}`
  const { child, ms } = await timeToAnswer(
    [BINARY, 'serve'],
    { ...environment(folder, port), ...more },
    `${base}/readyz`,
  )
  return {
    folder,
    base,
    pid: child.pid,
    first_answer_ms: ms,
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

/** Milliseconds from the start of a process to its first answer. */
export async function timeToAnswer(command: string[], env: Record<string, string>, url: string) {
  const started = performance.now()
  const child = Bun.spawn(command, { env, stdout: 'ignore', stderr: 'inherit' })
  for (;;) {
    try {
      if ((await fetch(url)).ok) return { child, ms: performance.now() - started }
    } catch {
      if (child.exitCode !== null) throw new Error(`${command[0]} ended before it answered`)
    }
    await Bun.sleep(1)
  }
}

export const discard = (folder: string): void => rmSync(folder, { recursive: true, force: true })

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

const environment = (folder: string, port: number): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: folder,
  SIGNALPOST_DATA_DIR: join(folder, 'data'),
  SIGNALPOST_LISTEN: `127.0.0.1:${port}`,
  SIGNALPOST_SITE_URL: `http://127.0.0.1:${port}`,
  SIGNALPOST_INDEXNOW_ENDPOINT: 'http://127.0.0.1:9/indexnow',
  SIGNALPOST_PASSIVE: '1',
  SIGNALPOST_LOG_LEVEL: 'error',
})
