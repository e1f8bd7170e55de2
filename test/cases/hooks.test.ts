/** Deploy hooks: bodies and events as senders really send them, with the report or document that shows it. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { ask } from '../../src/doors/door-base.ts'
import { deploys } from '../../src/features/standing/doors/deploys.ts'
import { prove } from '../../src/features/standing/hooks/proofs.ts'
import type { Hook } from '../../src/features/standing/index.ts'
import type { Mode } from '../../src/features/standing/words.ts'
import { HOUR } from '../../src/kernel/time/clock.ts'
import { pages, urlset, type Watching, watching } from '../features/standing/watching.ts'

let w: Watching
let door: ReturnType<typeof deploys>
let runs: Hook & { url: string }
let brings: Hook & { url: string }
beforeAll(async () => {
  w = await watching()
  door = deploys()
  w.web.put('/sitemap.xml', urlset(w.web.origin, pages(3)))
  const push = w.create({}, { interval: 1440 })
  const create = (more: object) =>
    w.call<Hook & { url: string }>('ada', 'create_deploy_hook', {
      name: 'Shop',
      mode: 'address',
      tenant_id: 'ten_northwind',
      hosts: ['bakery.example'],
      ...more,
    })
  runs = await create({ standing_push_id: push.id })
  brings = await create({})
})
afterAll(() => w.stop())
beforeEach(() => {
  w.clock.turn(HOUR)
})

const BOUNDARY = 'multipart/form-data; boundary=x'
const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

async function call(hook: { url: string }, type: string, body: string) {
  const headers = new Headers(type ? { 'content-type': type } : {})
  const request = new Request(`http://localhost${new URL(hook.url).pathname}`, { method: 'POST', headers, body })
  const response = await ask(door, { app: w.app }, request)
  return { status: response.status, ...((await response.json()) as { error?: { message: string } }) }
}

describe('a body that only asks for the run', () => {
  test.each([
    ['a form of a shop', FORM, 'webhook_id=7', 'woocommerce/woocommerce#15642'],
    ['nothing', '', '', 'Cloudflare Pages and Netlify build hooks'],
    ['nothing, called JSON', JSON_TYPE, '', 'clients that always name a type'],
    ['an empty form', FORM, '', 'curl -X POST -d ""'],
    ['text', 'text/plain', 'deployed', 'scripts of CI'],
    ['a list', JSON_TYPE, '[{"event":"deploy"}]', 'senders of batches'],
    ['a number', JSON_TYPE, '7', 'probes'],
    ['null', JSON_TYPE, 'null', 'probes'],
    ['broken JSON', JSON_TYPE, '{"event":', 'woocommerce/woocommerce#8922'],
    ['multipart', BOUNDARY, '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n', 'curl -F'],
    ['XML', 'application/xml', '<deploy/>', 'older builders'],
    ['another event', JSON_TYPE, '{"type":"page.published","urls":{"api":"https://x.example"},"run":{"id":1}}', 'CMS'],
    ['GitHub’s own form', FORM, 'payload=%7B%22zen%22%3A%22x%22%7D', 'GitHub webhooks, content type form'],
    ['octets', 'application/octet-stream', '\u0000\u0001', 'senders without a type'],
    ['run=true', FORM, 'run=true', 'curl -d run=true'],
  ])('%s: 202 (%s, %s)', async (_, type, body) => {
    expect(await call(runs, type, body)).toMatchObject({ status: 202, ok: true })
  })

  test.each([
    ['form', FORM, 'urls=https://bakery.example/1&urls=https://bakery.example/2'],
    ['form of a list', FORM, 'urls%5B%5D=https://bakery.example/1'],
    ['JSON', JSON_TYPE, '{"urls":["https://bakery.example/1"]}'],
  ])('links in a %s are taken where no standing push runs', async (_, type, body) => {
    expect((await call(brings, type, body)).status).toBe(202)
  })

  test.each([
    [FORM, 'webhook_id=7'],
    [JSON_TYPE, '[1]'],
    [JSON_TYPE, '{"urls":["http://"]}'],
    [JSON_TYPE, '{"urls":["https://other.example/"]}'],
    [FORM, 'run=false'],
    ['', ''],
  ])('but %s %s is refused there: nothing would happen', async (type, body) => {
    expect((await call(brings, type, body)).status).toBe(422)
  })
})

const SECRET = 'secret of the hook'
const whyNot = (mode: Mode, event: string, fields: object): string | null | undefined => {
  const body = JSON.stringify(fields)
  const sha = (hash: string) => createHmac(hash, SECRET).update(body).digest('hex')
  const headers = new Headers({
    'x-github-event': event,
    'x-hub-signature-256': `sha256=${sha('sha256')}`,
    'x-vercel-signature': sha('sha1'),
  })
  return prove(mode, { headers, body: Buffer.from(body), secret: SECRET, now: w.clock.now() })?.why_not
}
const repository = { full_name: 'northwind/shop', default_branch: 'main' }
const run = {
  conclusion: 'success',
  event: 'push',
  head_branch: 'main',
  head_repository: { full_name: 'northwind/shop' },
}
const status = (deployment: object) => ({ deployment_status: { state: 'success' }, deployment, repository })
const workflow = (more: object) => ({ action: 'completed', workflow_run: { ...run, ...more }, repository })

describe('events that count as deploys', () => {
  test.each([
    ['github', 'deployment_status', status({ environment: 'production', production_environment: true })],
    ['github', 'deployment_status', status({ environment: 'Production – shop', production_environment: false })],
    ['github', 'deployment_status', status({ environment: 'github-pages', production_environment: false })],
    ['github', 'deployment_status', status({ environment: 'live', production_environment: false })],
    ['github', 'deployment_status', status({ environment: 'shop' })],
    ['github', 'workflow_run', workflow({})],
    ['github', 'workflow_run', workflow({ event: 'schedule' })],
    ['github', 'workflow_run', workflow({ event: 'release', head_branch: 'v2' })],
    ['github', 'workflow_run', workflow({ head_branch: 'v1.4.0' })],
    ['github', 'page_build', { build: { status: 'built' } }],
    ['vercel', '', { id: '1', type: 'deployment.succeeded', payload: { target: 'production' } }],
    ['vercel', '', { id: '2', type: 'deployment.promoted', payload: { target: 'production' } }],
    ['vercel', '', { id: '3', type: 'deployment.promoted', payload: { target: null } }],
    ['vercel', '', { id: '4', type: 'deployment.rollback', payload: {} }],
  ] as const)('%s %s %j', (mode, event, fields) => {
    expect(whyNot(mode, event, fields)).toBeNull()
  })

  test.each([
    ['github', 'deployment_status', status({ environment: 'Preview – shop', production_environment: false })],
    ['github', 'deployment_status', status({ environment: 'shop-pr-12', transient_environment: true })],
    ['github', 'deployment_status', status({ environment: 'staging', production_environment: false })],
    ['github', 'deployment_status', status({ environment: 'pr-12' })],
    ['github', 'deployment_status', status({ environment: 'feature', production_environment: false })],
    ['github', 'deployment_status', { ...status({}), deployment_status: { state: 'inactive' } }],
    ['github', 'workflow_run', workflow({ head_branch: 'feature/x' })],
    ['github', 'workflow_run', workflow({ event: 'pull_request', head_branch: 'main' })],
    ['github', 'workflow_run', workflow({ event: 'pull_request_target' })],
    ['github', 'workflow_run', workflow({ head_repository: { full_name: 'fork/shop' } })],
    ['github', 'workflow_run', workflow({ event: 'merge_group' })],
    ['github', 'workflow_run', workflow({ conclusion: 'failure' })],
    ['vercel', '', { id: '5', type: 'deployment.succeeded', payload: { target: null } }],
    ['vercel', '', { id: '6', type: 'deployment.succeeded', payload: { target: 'staging' } }],
    ['vercel', '', { id: '7', type: 'deployment.promoted', payload: { target: 'staging' } }],
    ['vercel', '', { id: '8', type: 'deployment.created', payload: { target: 'production' } }],
  ] as const)('and not %s %s %j', (mode, event, fields) => {
    expect(whyNot(mode, event, fields)).toBeString()
  })
})
