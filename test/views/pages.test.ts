import { afterAll, beforeAll, expect, test } from 'bun:test'
import { CAST, type World, world } from '../world.ts'
import { browserOf } from './browser.ts'

let w: World
beforeAll(() => {
  w = world()
})
afterAll(() => w.close())

const send = (path: string, fields: Record<string, string> | string, who: 'ada' | null = 'ada') =>
  browserOf(w).send(who, path, fields)

test.each(['', 'no address', 'ftp://bakery.example/'])('a push of %p is refused at the list of links', async (urls) => {
  const answer = await send(`/app/w/${CAST.ada.tenant_id}/push`, { urls, step: 'review' })
  expect(answer.status).toBe(422)
  expect(answer.html).toMatch(/<textarea[^>]*name="urls"[^>]*aria-invalid="true"/)
})

test('whoever tries too many passwords is told when to come back', async () => {
  const tries = []
  for (let i = 0; i < 7; i++) tries.push(await send('/app/sign-in', { email: 'ada@northwind.example', password: 'no' }))
  const last = tries.at(-1)!
  expect(last.status).toBe(429)
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a large form is taken from nobody who has not signed in, and one of too many fields from nobody at all', async () => {
  const push = `/app/w/${CAST.ada.tenant_id}/push`
  const large = `step=review&urls=${'%20'.repeat(30_000)}`
  const many = 'a=1&'.repeat(30_000)
  expect((await send('/app/sign-in', large, null)).status).toBe(413)
  expect((await send(push, large, null)).headers.get('location')).toStartWith('/app/sign-in')
  expect((await send(push, large)).status).toBe(422)
  expect((await send(push, many)).status).toBe(413)
})
