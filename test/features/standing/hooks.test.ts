import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { ask } from '../../../src/doors/door-base.ts'
import { deploys } from '../../../src/features/standing/doors/deploys.ts'
import { prove } from '../../../src/features/standing/hooks/proofs.ts'
import {
  ANSWER_DEPLOY_HOOKS,
  answerDeployHooks,
  type DeployCall,
  type Hook,
  runStandingPushes,
} from '../../../src/features/standing/index.ts'
import type { Mode } from '../../../src/features/standing/words.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/kernel/time/clock.ts'
import { refusal } from '../../refusal.ts'
import { pages, urlset, type Watching, watching } from './watching.ts'

type NewHook = Hook & { url: string; secret: string | null }
type Sent = { body?: string; headers?: Record<string, string> }

let w: Watching
let door: ReturnType<typeof deploys>
let push: { id: string }
const TENANT = 'ten_northwind'
beforeEach(async () => {
  w = await watching()
  door = deploys()
  w.web.put('/sitemap.xml', urlset(w.web.origin, pages(3)))
  push = w.create({}, { interval: 1440 })
  await w.run()
  w.clock.turn(HOUR)
})
afterEach(() => {
  // A call that is still being gathered wakes the task a second later.
  w.app.wake = () => {}
  return w.stop()
})

const create = (mode: string, more: Record<string, unknown> = {}) =>
  w.call<NewHook>('ada', 'create_deploy_hook', {
    name: 'Shop',
    mode,
    standing_push_id: push.id,
    tenant_id: TENANT,
    ...more,
  })
async function call(url: string, { body = '', headers = {} }: Sent = {}, method = 'POST') {
  const init = method === 'POST' ? { method, body, headers } : { method }
  const response = await ask(door, { app: w.app }, new Request(`http://localhost${new URL(url).pathname}`, init))
  return { status: response.status, headers: response.headers, ...((await response.json()) as Record<string, never>) }
}
const settle = async (ms = MINUTE) => {
  w.clock.turn(ms)
  await answerDeployHooks(w.app, new AbortController().signal)
  await w.run()
}
/** Both tasks as the scheduler runs them: one run of each at a time, and again when woken meanwhile. */
function working() {
  const never = new AbortController().signal
  const work: Record<string, () => Promise<unknown>> = {
    answer_deploy_hooks: () => answerDeployHooks(w.app, never),
    run_standing_pushes: () => runStandingPushes(w.app, never),
  }
  const wanted = new Set<string>()
  const running = new Map<string, Promise<void>>()
  const start = (name: string): void => {
    if (running.has(name) || !wanted.delete(name)) return
    const end = () => {
      running.delete(name)
      start(name)
    }
    running.set(name, work[name]!().then(end))
  }
  w.app.wake = (name) => {
    if (!work[name]) return
    wanted.add(name)
    start(name)
  }
  return {
    async idle() {
      w.app.wake(ANSWER_DEPLOY_HOOKS)
      while (running.size) await Promise.all(running.values())
    },
  }
}
const calls = async (id: string) => (await w.call<{ items: DeployCall[] }>('ada', 'list_deploy_calls', { id })).items
const hex = (hash: string, key: string, body: string) => createHmac(hash, key).update(body).digest('hex')
const b64 = (text: string) => Buffer.from(text).toString('base64url')

/** What each sender sends for a deploy, as its documentation and recorded calls have it. */
const SENDERS: Record<string, (secret: string, n?: number) => Sent> = {
  standard: (secret, n = 1) => {
    const [id, timestamp, body] = [`msg_${n}`, String(Date.parse(w.clock.now()) / 1000), '{"run":true,"name":"v1.2"}']
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const signature = `v1,${Buffer.alloc(32).toString('base64')} v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    return { body, headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } }
  },
  github: (secret, n = 1) => {
    const body = JSON.stringify({
      action: 'created',
      deployment_status: { id: n, state: 'success' },
      repository: { id: 7 },
    })
    const headers = { 'x-github-event': 'deployment_status', 'x-github-delivery': `72d3162e-${n}` }
    return { body, headers: { ...headers, 'x-hub-signature-256': `sha256=${hex('sha256', secret, body)}` } }
  },
  netlify: (secret, n = 1) => {
    const body = JSON.stringify({ id: `5ebc34bf${n}`, site_id: 'fa4dd95a', state: 'ready', context: 'production' })
    const claims = JSON.stringify({ iss: 'netlify', sha256: new Bun.CryptoHasher('sha256').update(body).digest('hex') })
    const signed = `${b64('{"typ":"JWT","alg":"HS256"}')}.${b64(claims)}`
    const signature = createHmac('sha256', secret).update(signed).digest('base64url')
    return { body, headers: { 'x-webhook-signature': `${signed}.${signature}` } }
  },
  vercel: (secret, n = 1) => {
    const body = JSON.stringify({ id: `evt_${n}`, type: 'deployment.succeeded', payload: { target: 'production' } })
    return { body, headers: { 'x-vercel-signature': hex('sha1', secret, body) } }
  },
}

describe('criterion 8 of webhooks: deploy hooks', () => {
  test.each(Object.keys(SENDERS))(
    'a call of %s runs the standing push; one bit flipped is 401; again, nothing',
    async (mode) => {
      const hook = await create(mode, mode === 'vercel' ? { secret: 'made-by-vercel' } : {})
      const sent = SENDERS[mode]!(hook.secret ?? 'made-by-vercel')
      for (const [name, value] of Object.entries({ body: sent.body!, ...sent.headers })) {
        if (name === 'x-github-event' || name === 'x-github-delivery') continue
        const flipped = `${value.slice(0, -3)}${String.fromCharCode(value.charCodeAt(value.length - 3) ^ 1)}${value.slice(-2)}`
        const wrong =
          name === 'body' ? { ...sent, body: flipped } : { ...sent, headers: { ...sent.headers, [name]: flipped } }
        expect([name, (await call(hook.url, wrong)).status]).toEqual([name, 401])
      }
      expect(await calls(hook.id)).toEqual([])
      w.web.put('/sitemap.xml', urlset(w.web.origin, [...pages(3), ['/new']]))
      expect(await call(hook.url, sent)).toMatchObject({ status: 202, joined: false })
      expect(await call(hook.url, sent)).toMatchObject({ status: 200, replayed: true })
      await settle(59 * SECOND)
      expect(w.pushed()).toEqual([])
      await settle(SECOND)
      expect(w.pushed()).toEqual(['/new'])
      expect(w.lastRun(push)).toMatchObject({ trigger: 'hook', pushed: 1 })
      expect(await calls(hook.id)).toMatchObject([{ state: 'done', run_id: w.lastRun(push).id }])
      w.clock.turn(6 * DAY)
      const late = await call(hook.url, sent)
      expect(late.status).toBe(mode === 'standard' ? 401 : 200)
      expect((await calls(hook.id)).length).toBe(1)
    },
  )

  test('50 calls in a minute are one run', async () => {
    const hook = await create('standard')
    const answers: number[] = []
    const ask = async (n: number) => (await call(hook.url, SENDERS.standard!(hook.secret!, n))).status
    for (let n = 0; n < 50; n++) answers.push(await ask(n))
    expect(new Set(answers)).toEqual(new Set([202]))
    const before = w.runs(push).length
    await settle()
    await settle()
    expect([
      w.runs(push).length - before,
      (await calls(hook.id)).filter(({ state }) => state === 'done').length,
    ]).toEqual([1, 50])
    const more = []
    for (let n = 50; n < 111; n++) more.push(await ask(n))
    expect([more.at(-2), more.at(-1)]).toEqual([202, 429])
  })

  test.each([0, 60])(
    '50 calls within 100 ms are one run while tasks work, when a site settles in %i s',
    async (settle_seconds) => {
      const hook = await create('address', { hosts: ['shop.example'], settle_seconds })
      const before = w.runs(push).length
      const tasks = working()
      for (let n = 0; n < 50; n++) {
        expect((await call(hook.url)).status).toBe(202)
        await Bun.sleep(1)
      }
      w.clock.turn(MINUTE)
      await tasks.idle()
      expect(w.runs(push).length - before).toBe(1)
      expect((await calls(hook.id)).every(({ state, run_id }) => state === 'done' && run_id !== null)).toBe(true)
    },
  )

  test('a foreign host is 422 and nothing is pushed; URLs of listed hosts go out once, within the cap', async () => {
    const host = new URL(w.web.origin).host
    const hook = await create('address', { hosts: [host], cap_day: 2 })
    const urls = ['/a', '/b', '/c'].map(w.web.at)
    const foreign = await call(hook.url, { body: JSON.stringify({ urls: [...urls, 'https://rival.example/x'] }) })
    expect([foreign.status, JSON.stringify(foreign)]).toEqual([
      422,
      expect.stringContaining('rival.example is not on the host list'),
    ])
    expect((await call(hook.url, { body: '{"urls":["http://"]}' })).status).toBe(422)
    expect((await call(hook.url, { body: JSON.stringify({ urls: Array(10_001).fill(urls[0]) }) })).status).toBe(413)
    expect((await call(hook.url, { body: ' '.repeat((4 << 20) + 1) })).status).toBe(413)
    await settle()
    expect([w.pushed(), await calls(hook.id)]).toEqual([[], []])
    const body = JSON.stringify({ urls, run: false })
    expect((await call(hook.url, { body })).status).toBe(202)
    expect(await call(hook.url, { body })).toMatchObject({ replayed: true })
    await settle()
    expect(w.pushed()).toEqual(['/a', '/b'])
    expect(await calls(hook.id)).toMatchObject([{ links: 3, pushed: 2, skipped: { over_cap_day: 1 }, run_id: null }])
    w.clock.turn(DAY)
    await call(hook.url, { body })
    await settle()
    expect(w.pushed()).toEqual(['/a', '/b', '/c'])
    expect((await calls(hook.id))[0]).toMatchObject({ pushed: 1, skipped: { pushed_lately: 2 } })
  })

  test('what is no deploy is noted and does nothing', async () => {
    const github = await create('github')
    const event = (name: string, body: object) => {
      const text = JSON.stringify(body)
      const signature = `sha256=${hex('sha256', github.secret!, text)}`
      return call(github.url, { body: text, headers: { 'x-github-event': name, 'x-hub-signature-256': signature } })
    }
    expect(await event('ping', { zen: 'x' })).toMatchObject({ status: 200, ignored: expect.stringContaining('works') })
    for (const [name, body] of [
      ['push', { ref: 'x' }],
      ['deployment_status', { deployment_status: { state: 'failure' } }],
      ['workflow_run', { action: 'requested' }],
      ['page_build', { build: { status: 'errored' } }],
    ] as const)
      expect(await event(name, body)).toMatchObject({ status: 200, ignored: expect.any(String) })
    const before = w.runs(push).length
    await settle()
    expect([w.runs(push).length, (await calls(github.id)).length]).toEqual([before, 5])
  })

  test('wrong addresses are 404, soon 429; a GET is 405; paused and archived ones take nothing', async () => {
    const hook = await create('address', { hosts: ['shop.example'] })
    expect((await call(hook.url, {}, 'GET')).status).toBe(405)
    const bearer = await ask(
      door,
      { app: w.app },
      new Request('http://localhost/hooks/deploy', {
        method: 'POST',
        headers: { authorization: `Bearer ${hook.url.split('/').at(-1)}` },
      }),
    )
    expect(bearer.status).toBe(202)
    await w.call('ada', 'update_deploy_hook', { id: hook.id, paused: true })
    expect((await call(hook.url)).status).toBe(409)
    const other = await w.call<NewHook>('ada', 'rotate_deploy_hook', { id: hook.id })
    const statuses: number[] = []
    for (let n = 0; n < 22; n++) statuses.push((await call(hook.url)).status)
    expect([statuses[0], statuses.at(-1), other.url === hook.url]).toEqual([404, 429, false])
  })
})

test('the examples that GitHub and Standard Webhooks publish are proven; one bit flipped is not', () => {
  const github = {
    secret: "It's a Secret to Everybody",
    body: 'Hello, World!',
    headers: { 'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' },
  }
  const standard = {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    body: '{"test": 2432232314}',
    headers: {
      ...{ 'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek', 'webhook-timestamp': '1614265330' },
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
  }
  for (const [mode, { body, headers, ...more }] of Object.entries({ github, standard })) {
    const asked = { ...more, headers: new Headers(headers), now: '2021-02-25T15:02:12.000Z' }
    const octets = new TextEncoder().encode(body)
    expect([mode, prove(mode as Mode, { ...asked, body: octets }) !== null]).toEqual([mode, true])
    octets[0]! ^= 1
    expect([mode, prove(mode as Mode, { ...asked, body: octets })]).toEqual([mode, null])
  }
})

test('a hook that could do nothing, or push any host, is refused; a hook of Vercel waits for its secret', async () => {
  const refused = async (mode: string, more: Record<string, unknown>) => (await refusal(create(mode, more))).message
  expect(await refused('address', {})).toContain('hosts: are needed')
  expect(await refused('github', { standing_push_id: null })).toContain('standing_push_id: is needed')
  expect(await refused('standard', { standing_push_id: 'none' })).toContain('no such standing push')
  expect(await refused('standard', { secret: 'mine-mine' })).toContain('is made here')
  const hook = await create('vercel')
  expect([hook.needs_secret, hook.secret]).toEqual([true, null])
  expect((await call(hook.url, SENDERS.vercel!(''))).status).toBe(401)
  await w.call('ada', 'update_deploy_hook', { id: hook.id, secret: 'made-by-vercel' })
  expect((await call(hook.url, SENDERS.vercel!('made-by-vercel'))).status).toBe(202)
  const stored = w.db.read((tx) =>
    JSON.stringify([tx.rows('select * from deploy_hooks'), tx.rows('select * from audit')]),
  )
  for (const secret of ['made-by-vercel', hook.url.split('/').at(-1)!]) expect(stored).not.toContain(secret)
  await w.call('ada', 'delete_standing_push', { id: push.id })
  expect((await w.call<Hook>('ada', 'get_deploy_hook', { id: hook.id })).standing_push_id).toBeNull()
  await w.call('ada', 'delete_deploy_hook', { id: hook.id })
  expect((await refusal(w.call('ada', 'get_deploy_hook', { id: hook.id }))).code).toBe('not_found')
})
