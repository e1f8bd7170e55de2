import { afterAll, beforeAll, expect, test } from 'bun:test'
import { judgeAge } from '../../../src/commands/server/doctor/age.ts'
import { listResources, readResource } from '../../../src/doors/mcp/resources.ts'
import { ENGINES } from '../../../src/features/answers/engines.ts'
import { callerOf, type World, world } from '../../world.ts'

let w: World
beforeAll(() => {
  w = world()
})
afterAll(() => w.close())

test('programs read the table of engines, with its sources and its day', async () => {
  const asker = { caller: callerOf('ada'), visit: { ip: null, id: 'test' } } as never
  const listed = await listResources(w.app, asker)
  expect(listed).toContainEqual(expect.objectContaining({ uri: 'signalpost://answers', mimeType: 'text/markdown' }))
  const { text } = (await readResource(w.app, asker, 'signalpost://answers'))!
  for (const [id, { source, crawlers }] of Object.entries(ENGINES)) {
    expect(text).toContain(`| \`${id}\` |`)
    expect(text).toContain(source)
    for (const { token } of crawlers) expect(text).toContain(`\`${token}\``)
  }
  expect(text).toContain('2026-11-28')
})

test.each([
  ['2027-05-20T00:00:00.000Z', 'ok'],
  ['2027-06-01T00:00:00.000Z', 'warn'],
])('on %s the doctor finds that the table is %s', (now, verdict) => {
  expect(judgeAge({ read: '2026-11-28', days: 180 }, now)).toMatchObject({ verdict })
})
