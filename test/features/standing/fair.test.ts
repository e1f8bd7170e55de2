import { expect, test } from 'bun:test'
import { site, urlset, watching } from './watching.ts'

test('sources of an agency that hang do not hold up a push of another agency', async () => {
  const w = await watching()
  const over = Promise.withResolvers<void>()
  const slow = Array.from({ length: 10 }, () => {
    let asked = 0
    const fetch = async () => {
      asked++
      await over.promise
      return new Response('none', { status: 404 })
    }
    const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch })
    return { server, asked: () => asked }
  })
  const other = site()
  try {
    for (const { server } of slow) w.create({}, { address: `${server.url.origin}/sitemap.xml` })
    w.clock.turn(1)
    other.put('/sitemap.xml', urlset(other.origin, [['/a']]))
    const push = w.create({}, { address: other.at('/sitemap.xml'), tenant_id: 'ten_rival' })
    const running = w.run()
    for (let n = 0; n < 300 && w.row(push).learned_at === null; n++) await Bun.sleep(10)
    expect(w.row(push).learned_at).not.toBeNull()
    expect(slow.filter(({ asked }) => asked() > 0)).toHaveLength(4)
    over.resolve()
    await running
    expect(slow.every(({ asked }) => asked() > 0)).toBe(true)
  } finally {
    other.stop()
    for (const { server } of slow) server.stop(true)
    w.stop()
  }
})
