/** `id` of a case: its description says what programs find in it. */
import { expect, test } from 'bun:test'
import { AttentionShape } from '../../../src/features/attention/index.ts'
import { world } from '../../world.ts'
import { seedIssues } from '../reports/issues/seed.ts'

test('the id of the case about waiting reports is a word, and the schema says so', async () => {
  const w = world()
  try {
    w.db.write(seedIssues)
    const { open } = await w.call<{ open: { kind: string; id: string }[] }>('ada', 'get_attention', {})
    const { id } = open.find(({ kind }) => kind === 'report')!
    expect(id).toBe('waiting')
    const said: object = AttentionShape.properties.open.items.properties.id
    expect(said).toMatchObject({ description: expect.stringContaining(`a word such as \`${id}\``) })
  } finally {
    await w.close()
  }
})
