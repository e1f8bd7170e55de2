/** Through the binary: a visitor tries the public tools from the outside world, and the operator sees who that was. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mmdbOf } from '../../kernel/environment/mmdb.ts'
import { type Appliance, appliance } from '../appliance.ts'
import { type Site, site } from '../site.ts'

setDefaultTimeout(600_000)

let install: Appliance
let pages: Site
let folder: string
beforeAll(async () => {
  pages = site()
  folder = mkdtempSync(join(tmpdir(), 'signalpost-geo-'))
  const file = join(folder, 'city.mmdb')
  writeFileSync(file, mmdbOf({ '8.8.8.0/24': { country_code: 'AT', city: 'Graz' } }))
  install = await appliance({
    SIGNALPOST_GEO_DB: file,
    SIGNALPOST_TRUSTED_PROXIES: '127.0.0.1',
    SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8',
  })
  await install.put('/settings/integrations', { engines: { scan_live: { adapter: 'simulated', enabled: true } } })
})
afterAll(async () => {
  await install.close()
  pages.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A page, or a form that is sent, from an address of the outside world. */
async function browse(ip: string, path: string, form?: Record<string, string>) {
  const answer = await fetch(install.address() + path, {
    method: form ? 'POST' : 'GET',
    redirect: 'manual',
    headers: { 'x-forwarded-for': ip, 'sec-fetch-site': 'same-origin' },
    body: form && new URLSearchParams(form),
  })
  return { status: answer.status, to: answer.headers.get('location') ?? '', text: await answer.text() }
}

async function ask(ip: string, tool: string, fields: Record<string, string>) {
  const { text } = await browse(ip, `/tools/${tool}`)
  const [, token = ''] = /name="token" value="([^"]+)"/.exec(text) ?? []
  await Bun.sleep(1600)
  return browse(ip, `/tools/${tool}`, { token, website: '', ...fields })
}

async function resultAt(path: string): Promise<string> {
  for (;;) {
    const { text } = await browse('1.1.1.1', path)
    if (!text.includes('Checking …')) return text
    await Bun.sleep(50)
  }
}

test('each tool gives a result in a moment, which others can open; places are told by city and country', async () => {
  const asked = await Promise.all([
    ask('8.8.8.8', 'xray', { url: `${pages.url}/bread` }),
    ask('8.8.8.8', 'xray', { url: 'http://10.0.0.1/' }),
    ask('193.99.144.80', 'lens', { url: 'https://bakery.example/bread' }),
    ask('193.99.144.80', 'answer', { domain: 'bakery.example' }),
  ])
  expect(asked.map(({ status }) => status)).toEqual([303, 303, 303, 303])
  const [page, inside, lens, answer] = await Promise.all(asked.map(({ to }) => resultAt(to)))
  expect(page).toContain('A page')
  expect(inside).toContain('is not on the public internet')
  for (const text of [lens, answer]) expect(text).toContain('Simulated')
  const log = async (q: string) => {
    const { items } = await install.get<{ items: { kind: string }[] }>(`/admin/free-checks/checks?q=${q}`)
    return items.map(({ kind }) => kind).sort()
  }
  expect(await log('graz')).toEqual(['xray', 'xray'])
  expect(await log('DE')).toEqual(['answer', 'lens'])
})

test('a network that is blocked gets nothing more, until it is lifted', async () => {
  const { id } = await install.post<{ id: string }>('/admin/free-checks/blocks', { target: '8.8.8.0/24', hours: 1 })
  expect((await ask('8.8.8.9', 'xray', { url: pages.url })).status).toBe(403)
  await install.ask('DELETE', `/admin/free-checks/blocks/${id}`)
  expect((await ask('8.8.8.9', 'xray', { url: pages.url })).status).toBe(303)
})
