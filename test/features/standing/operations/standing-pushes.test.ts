import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { StandingPreview, StandingPush } from '../../../../src/features/standing/index.ts'
import { HOUR, MINUTE } from '../../../../src/kernel/time/clock.ts'
import { refusal } from '../../../refusal.ts'
import { callerOf } from '../../../world.ts'
import { index, pages, urlset, type Watching, watching } from '../watching.ts'

let w: Watching
beforeEach(async () => {
  w = await watching()
  w.web.put('/sitemap.xml', urlset(w.web.origin, pages(30)))
})
afterEach(() => w.stop())

const create = (more: Record<string, unknown> = {}) =>
  w.call<StandingPush>('ada', 'create_standing_push', {
    address: w.web.at('/sitemap.xml'),
    interval_minutes: 60,
    ...more,
  })
const preview = (more: Record<string, unknown>) => w.call<StandingPreview>('ben', 'preview_standing_push', more)

test('a source is previewed, watched, run, read, changed and deleted', async () => {
  const seen = await preview({ address: w.web.at('/sitemap.xml'), rules: { exclude: ['/p1*'] } })
  expect(seen).toMatchObject({ kind: 'sitemap', files: 1, seen: 30, links: 19, skipped: { excluded: 11 }, dated: 19 })
  expect([seen.take.length, seen.samples.excluded?.length]).toEqual([19, 11])
  const made = await create({ name: 'Shop' })
  expect(made).toMatchObject({ name: 'Shop', kind: 'sitemap', paused: false, known: 0 })
  await w.run()
  const { items } = await w.call<{ items: StandingPush[] }>('vera', 'list_standing_pushes')
  expect(items).toEqual([])
  const [one] = (await w.call<{ items: StandingPush[] }>('ben', 'list_standing_pushes', { q: 'sho' })).items
  expect([one?.known, one?.last_run?.state, one?.last_run?.skipped]).toEqual([30, 'done', { baseline: 30 }])
  const runs = await w.call<{ items: unknown[] }>('ben', 'list_standing_push_runs', { id: made.id })
  expect(runs.items.length).toBe(1)
  const changed = await w.call<StandingPush>('ada', 'update_standing_push', {
    id: made.id,
    paused: true,
    rules: { cap_day: 5 },
  })
  expect([changed.paused, changed.paused_why, changed.rules.cap_day, changed.next_run_at]).toEqual([
    true,
    'person',
    5,
    null,
  ])
  const resumed = await w.call<StandingPush>('ada', 'update_standing_push', { id: made.id, paused: false })
  expect([resumed.paused, resumed.rules.cap_day]).toEqual([false, 5])
  await w.call('ada', 'delete_standing_push', { id: made.id })
  await w.run()
  expect(w.db.read((tx) => tx.number('select count(*) from watched_urls'))).toBe(0)
  expect((await refusal(w.call('ada', 'get_standing_push', { id: made.id }))).code).toBe('not_found')
  const trail = w.db.read((tx) => tx.rows<{ action: string }>('select action from audit order by id'))
  expect(trail.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['create_standing_push', 'update_standing_push', 'delete_standing_push']),
  )
})

test('a source on a host of another client is named by the preview and the answer, to those who may know the client', async () => {
  const { host } = new URL(w.web.origin)
  await w.call('ada', 'add_indexnow_site', { tenant_id: 'ten_bakery', host })
  const made = { name: 'Kestrel', kind: 'client', parent_id: 'ten_northwind' }
  const { id: tenant_id } = await w.call<{ id: string }>('ada', 'create_sub_tenant', made)
  const source = { address: w.web.at('/sitemap.xml'), tenant_id }
  expect((await preview(source)).notes[0]).toContain(`${host} belongs to Bakery.`)
  await w.call('ada', 'allocate_credits', { tenant_id, amount: 50 })
  expect((await preview(source)).notes[0]).toBe(
    '30 links are on a host of Bakery. Kestrel pays, and its reports leave them out.',
  )
  expect(await create({ tenant_id })).toMatchObject({ warning: expect.stringContaining(`${host} belongs to Bakery.`) })
  expect(await create({ tenant_id: 'ten_bakery' })).toMatchObject({ warning: null })
  const asked = { name: 'Deploys', mode: 'standard', hosts: [host] }
  const hook = (who: Parameters<typeof w.call>[0], more: object) =>
    w.call<{ warning: string | null }>(who, 'create_deploy_hook', { ...asked, ...more })
  expect((await hook('ada', { tenant_id })).warning).toContain(`${host} belongs to Bakery.`)
  const theirs = { ...callerOf('ada'), tenant_id, path: `/ten_northwind/${tenant_id}/` }
  expect((await hook(theirs, {})).warning).toBeNull()
})

test('the preview says what an average month costs, and who may announce changes already', async () => {
  const list = [...pages(20, '2025-01-01'), ...pages(7, '2026-10-01', 100)]
  const body = urlset(w.web.origin, list)
  w.web.put('/sitemap.xml', () => new Response(body, { headers: { server: 'cloudflare' } }))
  const address = w.web.at('/sitemap.xml')
  const found = await preview({ address })
  expect([found.month_links, found.notes]).toEqual([3, [expect.stringContaining('Crawler Hints')]])
  expect((await preview({ address, rules: { budget_month: 2 } })).month_links).toBe(2)
  w.web.put('/list.txt', w.web.at('/p1'))
  expect((await preview({ address: w.web.at('/list.txt') })).month_links).toBeNull()
})

test('the preview shows the rule of robots.txt that disallows the source, which is read all the same', async () => {
  const address = w.web.at('/sitemap.xml')
  w.web.put('/robots.txt', 'User-agent: *\nDisallow: /admin/\n')
  expect((await preview({ address })).notes).toEqual([])
  w.web.put('/robots.txt', 'User-agent: *\nDisallow: /*.xml\n')
  const { seen, notes } = await preview({ address })
  expect([seen, notes]).toEqual([30, [expect.stringContaining('“Disallow: /*.xml” in line 2')]])
})

test('roles: a viewer reads, a member previews and runs, an admin decides', async () => {
  const { id } = await create({ tenant_id: 'ten_bakery' })
  expect((await w.call<StandingPush>('vera', 'get_standing_push', { id })).id).toBe(id)
  expect((await refusal(w.call('vera', 'preview_standing_push', { id }))).code).toBe('forbidden')
  expect((await refusal(w.call('rita', 'get_standing_push', { id }))).code).toBe('not_found')
  await w.run()
  expect((await refusal(w.call('ben', 'run_standing_push', { id }))).code).toBe('rate_limited')
  w.clock.turn(6 * MINUTE)
  expect((await w.call<StandingPush>('ben', 'run_standing_push', { id })).id).toBe(id)
  expect((await refusal(w.call('ben', 'run_standing_push', { id }))).code).toBe('conflict')
  await w.run()
  for (const [name, input] of [
    ['create_standing_push', { address: w.web.at('/sitemap.xml') }],
    ['update_standing_push', { id, paused: true }],
    ['delete_standing_push', { id }],
    ['release_held_urls', { id, run_id: 'none', act: 'push' }],
  ] as const)
    expect((await refusal(w.call('ben', name, input))).code).toBe('forbidden')
})

test('links that are held are listed, and decided once', async () => {
  const { id } = await create()
  await w.run()
  w.web.put('/sitemap.xml', urlset(w.web.origin, [...pages(30), ...pages(120, '2026-11-01', 500)]))
  w.clock.turn(HOUR)
  await w.run()
  const held = await w.call<{ total: number; items: unknown[] }>('ben', 'list_held_urls', { id, page_size: 2 })
  expect(held).toMatchObject({ total: 120, items: [{ is_new: true, lastmod: '2026-11-01T00:00:00.000Z' }, {}] })
  const { held_run } = await w.call<StandingPush>('ben', 'get_standing_push', { id })
  const decision = { id, run_id: held_run!.id, act: 'push' }
  expect((await w.call<StandingPush>('ada', 'release_held_urls', decision)).held_run).toBeNull()
  expect((await refusal(w.call('ada', 'release_held_urls', decision))).code).toBe('conflict')
})

test('a source that is learned first is read at its creation as far as its first file', async () => {
  const files = ['/a.xml', '/b.xml', '/c.xml']
  w.web.put(
    '/sitemap.xml',
    index(
      w.web.origin,
      files.map((path) => [path]),
    ),
  )
  for (const path of files) w.web.put(path, urlset(w.web.origin, pages(2)))
  await create()
  expect(w.web.asked).toEqual(['/sitemap.xml', '/a.xml'])
})

test('without a first run that learns, the exact number of links must be confirmed', async () => {
  const refused = await refusal(create({ baseline: false }))
  expect([refused.code, refused.details]).toEqual(['conflict', { links: 30 }])
  await create({ baseline: false, confirm_links: 30 })
  await w.run()
  expect(w.pushed().length).toBe(30)
})

test('a pattern has at most 10 stars; one that was stored with more is kept and works', async () => {
  const many = `${'/*'.repeat(10)}/**`
  for (const rules of [{ include: [many] }, { exclude: ['/a/**', many] }])
    expect((await refusal(create({ rules }))).message).toContain(`“${many}” has more than 10 stars`)
  const made = await create({ rules: { exclude: ['/*'.repeat(10)] } })
  const stored = '**/p1*'.padEnd(80, '*a**')
  w.db.write((tx) =>
    tx.run('update standing_pushes set rules = ? where id = ?', JSON.stringify({ exclude: [stored] }), made.id),
  )
  const change = (rules: object) => w.call<StandingPush>('ada', 'update_standing_push', { id: made.id, rules })
  expect((await preview({ id: made.id })).seen).toBe(30)
  expect((await change({ exclude: [stored, '/b'] })).rules.exclude).toEqual([stored, '/b'])
  expect((await refusal(change({ include: [stored] }))).code).toBe('validation_failed')
})

describe('criterion 9: bad input', () => {
  const refused = async (path: string, more: Record<string, unknown> = {}) => {
    const { code, message } = await refusal(create({ address: w.web.at(path), ...more }))
    return `${code} ${message}`
  }

  test('is refused with one sentence, and nothing is watched', async () => {
    const { web } = w
    web.put('/page', `<html><head><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head></html>`)
    expect(await refused('/page')).toBe(
      `validation_failed ${web.at('/page')} is a page, not a sitemap. It links to ${web.at('/feed.xml')}. Give the address of a sitemap, a feed or a list.`,
    )
    web.put('/bomb.xml.gz', Bun.gzipSync(new Uint8Array(60 << 20).fill(10)))
    expect(await refused('/bomb.xml.gz')).toContain('unpacks to more than 200 times its size')
    web.put('/deep.xml', `<urlset>${'<a>'.repeat(1_000_000)}`)
    expect(await refused('/deep.xml')).toContain('256 tags inside each other')
    web.put(
      '/moved.xml',
      () => new Response('', { status: 302, headers: { location: 'https://elsewhere.example/s.xml' } }),
    )
    expect(await refused('/moved.xml')).toContain('redirects to another host')
    web.put('/inward.xml', () => new Response('', { status: 302, headers: { location: 'http://10.0.0.1/s.xml' } }))
    expect(await refused('/inward.xml')).toContain('redirects to another host')
    expect(await refused('/none.xml')).toContain('answers 404')
    for (const address of [
      'http://10.0.0.1/s.xml',
      'https://me:secret@bakery.example/s.xml',
      'ftp://bakery.example/s.xml',
    ])
      expect((await refusal(create({ address }))).code).toBe('validation_failed')
    expect((await refusal(create({ rules: { budget_month: 0 } }))).code).toBe('validation_failed')
    expect((await refusal(create({ rules: { hosts: ['https://x'] } }))).code).toBe('validation_failed')
    expect((await w.call<{ total: number }>('ada', 'list_standing_pushes')).total).toBe(0)
  })

  test('of entities, loops and foreign hosts pushes nothing', async () => {
    const { web } = w
    web.put(
      '/xxe.xml',
      `<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]><urlset><url><loc>${web.origin}/&x;</loc></url><url><loc>https://rival.example/</loc></url></urlset>`,
    )
    const found = await preview({ address: web.at('/xxe.xml') })
    expect([found.links, found.take, found.skipped]).toEqual([1, [`${web.origin}/&x;`], { foreign_host: 1 }])
    web.put('/loop.xml', index(web.origin, [['/loop.xml'], ['/again.xml']]))
    web.put('/again.xml', index(web.origin, [['/loop.xml']]))
    expect((await preview({ address: web.at('/loop.xml') })).links).toBe(0)
  })

  test('of a source that is watched already, or beyond the plan', async () => {
    const { id } = await create()
    const twice = await refusal(create())
    expect([twice.code, twice.details]).toEqual(['conflict', { id }])
    w.db.write((tx) => tx.run("update tenant_plans set plan = 'agency_starter' where tenant_id = 'ten_northwind'"))
    w.web.put('/other.xml', urlset(w.web.origin, pages(1)))
    expect(await refused('/other.xml', { interval_minutes: 60 })).toContain('must be at least 360 on the plan')
    for (const path of ['/a.xml', '/b.xml', '/c.xml']) w.web.put(path, urlset(w.web.origin, pages(1)))
    for (const path of ['/a.xml', '/b.xml']) await create({ address: w.web.at(path), interval_minutes: 360 })
    expect(await refused('/c.xml', { interval_minutes: 360 })).toContain('allows 3 standing pushes')
  })
})

test('a bare domain means the sitemaps of its robots.txt', async () => {
  w.web.put('/robots.txt', `User-agent: *\nSitemap: ${w.web.at('/sitemap.xml')}`)
  const found = await preview({ address: w.web.origin })
  expect(found).toMatchObject({ address: w.web.at('/robots.txt'), kind: 'robots', files: 2, links: 30 })
})
