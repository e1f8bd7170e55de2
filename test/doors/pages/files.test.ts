/** Forms with a file: few parts, in the form that browsers send. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { openSession, sessionCookieName } from '../../../src/domains/accounts/index.ts'
import { createScheduler } from '../../../src/doors/ops/scheduler.ts'
import { web } from '../../../src/doors/pages/web.ts'
import { handler } from '../../../src/doors/server.ts'
import { site } from '../../../views/site.tsx'
import { CAST, type World, world } from '../../world.ts'

let w: World
let answer: ReturnType<typeof handler>
let cookie: string
beforeEach(async () => {
  w = world()
  answer = handler(w.app, createScheduler(w.app), { web: web(w.app, site) })
  const { token } = await openSession(w.app, CAST.ada.id, { ip: null, user_agent: null })
  cookie = `${sessionCookieName(w.app.config)}=${token}`
})
afterEach(() => w.close())

const NO_PEER = { requestIP: () => null, timeout: () => {} }
const send = async (body: string | FormData, type?: string): Promise<Response> => {
  const headers = { cookie, 'sec-fetch-site': 'same-origin', ...(type && { 'content-type': type }) }
  const url = 'http://localhost/app/w/ten_northwind/push/list'
  return answer(new Request(url, { method: 'POST', headers, body }), NO_PEER)
}
const part = (text: string): string =>
  `--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${text}\r\n`
const LIST = 'https://shop.example/a\n'

test('a file is read as browsers and curl send it', async () => {
  const form = new FormData()
  form.append('file', new File([LIST], 'list.txt'))
  expect(await (await send(form)).json()).toMatchObject({ words: '1 link added.' })
  for (const type of ['multipart/form-data; boundary=x', 'Multipart/Form-Data;boundary="x"'])
    expect(await (await send(`${part(LIST)}--x--\r\n`, type)).json()).toMatchObject({ words: '1 link added.' })
})

test('a form of many parts is refused before they are taken apart', async () => {
  const whole = (parts: number) => `${part(LIST).repeat(parts)}--x--\r\n`
  expect((await send(whole(100), 'multipart/form-data; boundary=x')).status).toBe(200)
  expect((await send(whole(101), 'multipart/form-data; boundary=x')).status).toBe(413)
})

test.each(['multipart/form-data', 'multipart/form-data; boundary=y; boundary=x', 'multipart/form-data; boundary="x'])(
  'a form whose parts cannot be counted is refused: %s',
  async (type) => {
    expect((await send(`${part(LIST)}--x--\r\n`, type)).status).toBe(422)
  },
)
