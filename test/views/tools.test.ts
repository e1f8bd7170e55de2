/** The public tools through the real doors, as a visitor without an account and without scripts meets them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { takeFreeChecksTask } from '../../src/features/free-checks/tasks.ts'
import { SECOND } from '../../src/kernel/time/clock.ts'
import { offline } from '../contract/cast.ts'
import { type World, world } from '../world.ts'
import { browserOf } from './browser.ts'

let w: World
let visitor: ReturnType<typeof browserOf>
beforeAll(async () => {
  w = world({ fetch: offline })
  await w.call('pat', 'update_integrations', { engines: { scan_live: { adapter: 'simulated', enabled: true } } })
  visitor = browserOf(w)
})
afterAll(() => w.close())
beforeEach(() => {
  w.db.write(
    (tx) =>
      tx.run('delete from free_check_days') +
      tx.run('delete from free_checks') +
      tx.run('delete from free_check_blocks'),
  )
})

/** Fills in a form as a person does, who takes some seconds. */
async function ask(path: string, fields: Record<string, string>) {
  const { html, status } = await visitor.visit(null, path)
  expect(status).toBe(200)
  const [, token = ''] = /name="token" value="([^"]+)"/.exec(html) ?? []
  w.clock.turn(3 * SECOND)
  return visitor.send(null, path, { token, website: '', ...fields })
}

describe.each([
  ['xray', { url: 'bakery.test/bread' }, 'Unreachable'],
  ['lens', { url: 'https://bakery.test/bread' }, 'isible'],
  ['answer', { domain: 'bakery.test' }, 'What is bakery.test?'],
] as const)('%s', (tool, fields, says) => {
  test('is asked on one page, seen on another that asks for itself until it is there, and can be shared', async () => {
    const { location, status } = await ask(`/tools/${tool}`, fields)
    expect(status).toBe(303)
    expect(location).toMatch(new RegExp(`^/tools/${tool}/spf_\\w{38}$`))
    const looking = await visitor.visit(null, location!)
    expect(looking.text).toContain('Checking …')
    expect(looking.html).toContain('<noscript><meta http-equiv="refresh" content="2"')
    expect(looking.html).toContain('hx-trigger="every 1s"')
    await w.run(takeFreeChecksTask)
    const found = await visitor.visit(null, location!)
    expect(found.text).toContain(says)
    expect(found.main).toContain(`value="${w.app.config.site_url}${location}"`)
    expect(found.html).not.toMatch(/http-equiv="refresh"|every 1s/)
    expect(found.headers.get('x-robots-tag')).toBe('noindex')
    expect(found.html).toContain('<meta name="robots" content="noindex"')
  })

  test('its form may be found by search engines, sets no cookie, and says how many are left', async () => {
    await ask(`/tools/${tool}`, fields)
    const { html, text, headers } = await visitor.visit(null, `/tools/${tool}`)
    expect(html).not.toContain('name="robots"')
    expect(headers.get('set-cookie')).toBeNull()
    expect(text).toContain('9 checks left today')
  })

  test('an address that nobody was given is no result, nor that of another check', async () => {
    expect((await visitor.visit(null, `/tools/${tool}/spf_nothing`)).status).toBe(404)
    const { location } = await ask(`/tools/${tool}`, fields)
    const other = location!.replace(tool, tool === 'lens' ? 'xray' : 'lens')
    expect((await visitor.visit(null, other)).status).toBe(404)
  })
})

test('a form that was sent at once, or filled in by a program, comes back with what was typed', async () => {
  const { html } = await visitor.visit(null, '/tools/xray')
  const token = /name="token" value="([^"]+)"/.exec(html)![1]!
  const quick = await visitor.send(null, '/tools/xray', { token, url: 'bakery.test' })
  expect(quick.status).toBe(409)
  expect(quick.text).toContain('Press the button again')
  expect(quick.main).toContain('value="bakery.test"')
  const program = await ask('/tools/xray', { url: 'bakery.test', website: 'https://spam.test' })
  expect(program.status).toBe(409)
})

test('what cannot be looked at is told at its field', async () => {
  const { status, main } = await ask('/tools/xray', { url: 'http://localhost/' })
  expect(status).toBe(422)
  expect(main).toMatch(/aria-invalid="true"/)
  expect(main).toContain('is not on the public internet')
})

test('a result is looked at again, and another question asked, from its own page', async () => {
  const xray = await ask('/tools/xray', { url: 'bakery.test' })
  await w.run(takeFreeChecksTask)
  const again = await ask(xray.location!, {})
  expect(again.location).toMatch(/^\/tools\/xray\/spf_/)
  expect(again.location).not.toBe(xray.location)
  const answer = await ask('/tools/answer', { domain: 'bakery.test' })
  await w.run(takeFreeChecksTask)
  const edited = await ask(answer.location!, { question: 'Who bakes at night?' })
  await w.run(takeFreeChecksTask)
  const { text } = await visitor.visit(null, edited.location!)
  expect(text).toContain('Who bakes at night?')
  expect(text).toMatch(/Cited, source \d of 3|Not among the 3 sources/)
  const kinds = w.db.read((tx) => tx.rows<{ kind: string }>('select kind from free_checks order by seq'))
  expect(kinds.map(({ kind }) => kind)).toEqual(['xray', 'xray_retry', 'answer', 'answer_edit'])
})

test('beyond the cap it is said until when, in words and in a header', async () => {
  await w.call('pat', 'update_free_check_settings', { ip_per_day: 1 })
  await ask('/tools/xray', { url: 'a.test' })
  const { status, text, headers } = await ask('/tools/xray', { url: 'b.test' })
  expect([status, text]).toEqual([429, expect.stringContaining('Today’s free checks are used up')])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(60)
  await w.call('pat', 'update_free_check_settings', { ip_per_day: 10 })
})

test('the platform admin sees them, blocks a network from there, and nobody else does', async () => {
  await ask('/tools/xray', { url: 'bakery.test' })
  expect((await visitor.visit('ada', '/app/platform/free-checks')).status).toBe(404)
  expect((await visitor.visit('pat', '/app/platform/free-checks?days=1')).text).toContain('bakery.test')
  expect((await visitor.visit('pat', '/app/platform/free-checks/log?q=bakery')).text).toContain('https://bakery.test/')
  const block = { target: '127.0.0.1/24', hours: '2', reason: 'Too many' }
  const blocked = await visitor.send('pat', '/app/platform/free-checks/blocks', block)
  expect(blocked.location).toBe('/app/platform/free-checks')
  expect((await visitor.visit(null, '/tools/xray')).text).toContain('closed to your network')
  const { blocks } = await w.call<{ blocks: { id: string }[] }>('pat', 'get_free_checks')
  await visitor.send('pat', `/app/platform/free-checks/blocks/${blocks[0]!.id}/lift`)
  expect((await visitor.visit(null, '/tools/xray')).text).not.toContain('closed')
  const wrong = await visitor.send('pat', '/app/platform/free-checks/blocks', { target: 'nonsense' })
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('must be an IP address')])
  const csv = await visitor.visit('pat', '/app/platform/free-checks/csv')
  expect(csv.html).toContain('https://bakery.test/')
})
