import { expect, test } from 'bun:test'
import { catalog } from '../../src/commands/index.ts'

test('each command is declared under the name by which it is called', async () => {
  for (const name of catalog.names) expect((await catalog.named(name))!.name).toBe(name)
})
