import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { pingSummary } from '../../src/domains/indexnow/index.ts'
import { MINUTE, plus, SECOND } from '../../src/kernel/time/clock.ts'
import { sendIndexnowTask } from '../../src/tasks/pushes/send-indexnow.ts'
import { type IndexnowWorld, indexnowWorld } from '../domains/indexnow/setting.ts'
import { FORBIDDEN, NOT_FETCHED_YET } from '../upstreams/indexnow.ts'

let w: IndexnowWorld
beforeEach(() => {
  w = indexnowWorld()
})
afterEach(() => w.close())

const send = () => sendIndexnowTask.run(w.app, new AbortController().signal)
const summary = (job_id: string) => w.db.read((tx) => pingSummary(tx, job_id))
type Shown = { status: string; attempts: number; next_attempt_at: string | null; log: object[] } & Record<
  string,
  unknown
>
const submissions = async (id: string) =>
  (await w.call<{ submissions: Shown[] }>('ada', 'get_indexnow_site', { id })).submissions

/** A site with one pushed link. */
async function onePush() {
  const { site, url, files, key_path } = await w.verifiedSite('ten_bakery')
  return { id: site.id, site, url, files, key_path, job_id: w.push([`${url}/a`]).job_id }
}

test('a submission is a JSON POST that names host, key and key file, in our name', async () => {
  const { site, url } = await onePush()
  expect(await send()).toBe(1)
  expect(w.receiver.received).toMatchObject([
    {
      method: 'POST',
      path: '/indexnow',
      headers: {
        'content-type': expect.stringContaining('application/json'),
        'user-agent': expect.stringContaining('Signalpost'),
      },
      json: { host: site.host, key: site.key, keyLocation: site.key_url, urlList: [`${url}/a`] },
    },
  ])
  expect(Object.keys(w.receiver.received[0]!.json as object)).toHaveLength(4)
})

test('what was received is never sent again, however often the job runs', async () => {
  const { id, job_id } = await onePush()
  await send()
  w.clock.turn(24 * 60 * MINUTE)
  expect(await send()).toBe(0)
  expect(w.receiver.batches).toHaveLength(1)
  expect(summary(job_id)).toMatchObject({ sent: 1, queued: 0, answers: { 200: 1 } })
  expect(await submissions(id)).toMatchObject([
    { job_id, status: 'received', url_count: 1, attempts: 1, answer_status: 200, next_attempt_at: null },
  ])
})

test('two runs at once send each submission once', async () => {
  const { url } = await onePush()
  for (const page of 'bcdefgh') w.push([`${url}/${page}`])
  await Promise.all([send(), send(), send()])
  expect(w.receiver.urls().sort()).toEqual([...'abcdefgh'].map((page) => `${url}/${page}`))
})

test('202 counts as received', async () => {
  const { job_id } = await onePush()
  w.receiver.script.push({ status: 202 })
  await send()
  expect(summary(job_id)).toMatchObject({ sent: 1, answers: { 202: 1 } })
})

test.each<[{ status: number; body?: object }, string]>([
  [{ status: 400 }, 'malformed'],
  [{ status: 403 }, 'not valid for this host'],
  [{ status: 403, body: FORBIDDEN }, 'Rotate the key'],
  [{ status: 422, body: { message: 'no' } }, 'outside the host'],
])('%j is refused for good, explained, and kept with its answer', async (answer, words) => {
  const { id, job_id } = await onePush()
  w.receiver.script.push(answer)
  await send()
  w.clock.turn(24 * 60 * MINUTE)
  await send()
  expect(w.receiver.batches).toHaveLength(1)
  const explanation = expect.stringContaining(words)
  expect(summary(job_id)).toMatchObject({ refused: 1, answers: { [answer.status]: 1 }, hosts: [{ explanation }] })
  expect(await submissions(id)).toMatchObject([
    {
      status: 'refused',
      answer: answer.body ? JSON.stringify(answer.body) : '',
      explanation,
      log: [{ attempt: 1, answer_status: answer.status, explanation }],
    },
  ])
})

describe('an attempt that may be made again', () => {
  test('waits as long as Retry-After says, and not a moment less', async () => {
    const { id, job_id } = await onePush()
    w.receiver.script.push({ status: 429, headers: { 'retry-after': '900' } })
    await send()
    expect(summary(job_id)).toMatchObject({ queued: 1, sent: 0, answers: { 429: 1 } })
    expect(await submissions(id)).toMatchObject([
      { status: 'queued', answer_status: 429, next_attempt_at: plus(w.clock.now(), 15 * MINUTE) },
    ])
    w.clock.turn(15 * MINUTE - 1)
    await send()
    expect(w.receiver.batches).toHaveLength(1)
    w.clock.turn(1)
    await send()
    expect(w.receiver.batches.map(({ status }) => status)).toEqual([429, 200])
    expect(summary(job_id)).toMatchObject({ queued: 0, sent: 1, answers: { 200: 1 } })
    const [{ log }] = (await submissions(id)) as [Shown]
    expect(log).toMatchObject([
      { attempt: 1, answer_status: 429 },
      { attempt: 2, answer_status: 200, next_attempt_at: null },
    ])
  })

  test('follows after a key file that Bing has not fetched yet, until it has', async () => {
    const { job_id } = await onePush()
    w.receiver.script.push(...Array(3).fill({ status: 403, body: NOT_FETCHED_YET }))
    for (let i = 0; i < 4; i++) {
      await send()
      w.clock.turn(2 * MINUTE)
    }
    expect(w.receiver.batches.map(({ status }) => status)).toEqual([403, 403, 403, 200])
    expect(summary(job_id)).toMatchObject({ sent: 1 })
  })

  test('follows after an endpoint that is down, and is given up in the end', async () => {
    const { id, job_id } = await onePush()
    w.receiver.script.push(...Array(50).fill({ status: 503 }))
    for (let i = 0; i < 30; i++) {
      await send()
      w.clock.turn(60 * MINUTE)
    }
    expect(summary(job_id)).toMatchObject({ failed: 1, queued: 0 })
    const [{ log, ...shown }] = (await submissions(id)) as [Shown]
    expect(shown).toMatchObject({ status: 'failed', next_attempt_at: null })
    expect(log).toHaveLength(shown.attempts)
    expect(w.receiver.batches).toHaveLength(shown.attempts)
  })

  test('follows within seconds when the endpoint could not be reached', async () => {
    const { id, job_id } = await onePush()
    w.receiver.stop()
    await send()
    expect(await submissions(id)).toMatchObject([
      {
        status: 'queued',
        answer_status: null,
        explanation: expect.stringContaining('could not be reached'),
        next_attempt_at: plus(w.clock.now(), 10 * SECOND),
      },
    ])
    expect(summary(job_id)).toMatchObject({ queued: 1, answers: {} })
  })

  test('follows after a crash in the middle of a call, once the call is surely over', async () => {
    const { job_id } = await onePush()
    const signal = new AbortController()
    w.receiver.fail('hang')
    const cut = sendIndexnowTask.run(w.app, signal.signal)
    while (w.receiver.received.length === 0) await Bun.sleep(1)
    expect(await send()).toBe(0)
    w.clock.turn(5 * MINUTE)
    expect(await send()).toBe(1)
    signal.abort()
    await cut
    expect(w.receiver.batches).toHaveLength(1)
    expect(summary(job_id)).toMatchObject({ sent: 1, queued: 0 })
  })
})

test('an answer counts although the site was removed while it was on its way', async () => {
  const { id, site, job_id, files, key_path } = await onePush()
  files[key_path] = async () => {
    await w.call('ada', 'delete_indexnow_site', { id })
    return new Response(site.key)
  }
  await send()
  expect(summary(job_id)).toMatchObject({ sent: 1, failed: 0 })
})

test('an answer that asks for another attempt brings nothing back that was withdrawn meanwhile', async () => {
  const { id, job_id, files, key_path } = await onePush()
  files[key_path] = async () => {
    await w.call('ada', 'update_indexnow_site', { id, enabled: false })
    return new Response('another key')
  }
  await send()
  w.clock.turn(60 * MINUTE)
  expect(await send()).toBe(0)
  const explanation = expect.stringContaining('disabled before')
  expect(summary(job_id)).toMatchObject({ failed: 1, queued: 0, hosts: [{ explanation }] })
  expect(await submissions(id)).toMatchObject([{ status: 'failed', log: [{ attempt: 1, answer_status: 403 }] }])
})

test('a passive install sends nothing, and keeps what waits', async () => {
  w.close()
  w = indexnowWorld({ env: { SIGNALPOST_PASSIVE: '1' } })
  const { job_id } = await onePush()
  expect(await send()).toBe(0)
  await w.call('pat', 'tick_indexnow')
  expect(w.receiver.received).toEqual([])
  expect(summary(job_id)).toMatchObject({ queued: 1 })
})

test("the install's own submissions are those on the host of its site address", async () => {
  w.close()
  w = indexnowWorld({ env: { SIGNALPOST_SITE_URL: 'https://push.northwind.example' } })
  for (const host of ['push.northwind.example', 'shop.northwind.example']) {
    await w.call('ada', 'add_indexnow_site', { host })
    w.db.write((tx) => tx.run("update indexnow_sites set status = 'verified'"))
    w.push([`https://${host}/docs`], { tenant_id: 'ten_northwind' })
  }
  w.receiver.script.push({ status: 200 }, { status: 200 })
  await send()
  const own = { host: 'push.northwind.example', status: 'received', url_count: 1 }
  expect(await w.call<object>('pat', 'get_own_indexnow')).toMatchObject({ host: own.host, total: 1, items: [own] })
  await expect(w.call('ada', 'get_own_indexnow')).rejects.toMatchObject({ code: 'forbidden' })
})
