/** An owner reads the own trail and streams it from pages; the operator the whole one. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { streamAuditTask } from '../../../src/features/audit-streams/tasks.ts'
import { MINUTE } from '../../../src/kernel/time/clock.ts'
import { seedTrail } from '../../domains/system/seed.ts'
import { browserOf } from '../../views/browser.ts'
import { CAST, type Person, type World, world } from '../../world.ts'
import { receiver } from '../webhooks/receiving.ts'

let w: World
let to: ReturnType<typeof receiver>
beforeEach(() => {
  w = world({ env: { SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8' } })
  to = receiver()
})
afterEach(() => {
  to.stop()
  w.close()
})
const OWN = `/app/w/${CAST.ada.tenant_id}/audit`

test.each([
  ['ada', OWN],
  ['pat', '/app/platform/audit'],
] as [Person, string][])('as %s at %s: a stream is added, tested, turned off and deleted', async (who, base) => {
  const { visit, send } = browserOf(w)
  const made = await send(who, `${base}/streams`, { url: `${to.origin}/in`, from_start: 'true' })
  expect(made.main).toMatch(/whsec_/)
  const id = w.db.read((tx) => tx.row<{ id: string }>('select id from audit_sinks')!.id)
  expect((await visit(who, `${base}/streams`)).main).toContain(to.origin)
  expect((await send(who, `${base}/streams/${id}/test`)).status).toBe(303)
  expect(to.got).toHaveLength(1)
  expect((await send(who, `${base}/streams/${id}/off`)).status).toBe(303)
  expect((await visit(who, `${base}/streams`)).main).toContain('Off')
  expect((await send(who, `${base}/streams/${id}/on`)).status).toBe(303)
  expect((await visit(who, `${base}/streams/${id}/delete`)).main).toContain('Delete this stream?')
  expect((await send(who, `${base}/streams/${id}/delete`)).status).toBe(303)
  expect(w.db.read((tx) => tx.number('select count(*) from audit_sinks'))).toBe(0)
  const refused = await send(who, `${base}/streams`, { url: 'ftp://x' })
  expect(refused.status).toBe(422)
  expect(refused.main).toContain('must be an https address')
})

test('an owner reads the rows of the own workspace, views with their reason, and nothing of the operator or others', async () => {
  w.db.write((tx) => seedTrail(tx, 'ten_northwind', 'ticket 81') as unknown as null)
  w.db.write((tx) => seedTrail(tx, 'ten_rival', 'ticket 82') as unknown as null)
  const { visit } = browserOf(w)
  const { main, status } = await visit('ada', OWN)
  expect(status).toBe(200)
  expect(main).toContain('added this workspace')
  expect(main).toContain('ticket 81')
  expect(main).not.toMatch(/ticket 82|pat@|192\.0\.2\.8/)
  expect((await visit('ada', `${OWN}?q=pat@platform.example`)).main).not.toContain('ticket 81')
  expect((await visit('ada', `${OWN}?q=192.0.2.8`)).main).not.toContain('ticket 81')
  expect((await visit('ada', `${OWN}?q=ada@northwind.example`)).main).toContain('added this workspace')
  expect((await visit('ben', OWN)).status).toBe(403)
  expect((await visit('ada', '/app/platform/audit/streams')).status).toBe(404)
  const file = await w.call<{ lines: AsyncIterable<string> }>('ada', 'export_audit_csv')
  const text = (await Array.fromAsync(file.lines)).join('')
  expect(text).toContain('ticket 81')
  expect(text).not.toMatch(/ticket 82|pat@|192\.0\.2\.8/)
})

test('the operator verifies the trail from the page', async () => {
  w.db.write((tx) => seedTrail(tx, 'ten_northwind', 'ticket 81') as unknown as null)
  const { send, visit } = browserOf(w)
  expect((await send('pat', '/app/platform/audit/streams/verify')).status).toBe(303)
  expect((await visit('pat', '/app/platform/audit/streams')).status).toBe(200)
})

test('a stream that fails for ten minutes needs attention, of its owner or the operator', async () => {
  to.state.answer = () => new Response('no', { status: 503 })
  const kinds = async (who: Person) =>
    (await w.call<{ open: { kind: string; note: string }[] }>(who, 'get_attention')).open.filter(
      ({ kind }) => kind === 'audit_stream',
    )
  await w.call('ada', 'create_audit_sink', { url: `${to.origin}/x`, from_start: true })
  await w.call('pat', 'create_audit_sink', { url: `${to.origin}/y`, from_start: true, install: true })
  await w.run(streamAuditTask)
  expect(await kinds('ada')).toEqual([])
  w.clock.turn(11 * MINUTE)
  expect(await kinds('ada')).toMatchObject([{ note: 'Answered 503.' }])
  expect(await kinds('ben')).toEqual([])
  expect((await kinds('pat')).length).toBeGreaterThan(0)
  const today = await browserOf(w).visit('ada', `/app/w/${CAST.ada.tenant_id}`)
  expect(today.main).toContain('The audit stream to 127.0.0.1')
  expect(today.main).toContain(`${OWN}/streams"`)
})
