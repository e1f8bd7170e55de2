/** A macro: run when the program is built, so that the bundle for desktop apps carries the same bridge as JavaScript. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const bridgeScript = (): string =>
  new Bun.Transpiler({ loader: 'ts', target: 'node' }).transformSync(
    readFileSync(join(import.meta.dir, 'mcp-bridge.ts'), 'utf8'),
  )
