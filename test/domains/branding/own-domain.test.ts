/** An own domain counts once it is proved, and is not lost by one bad day. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { brandOf, siteOf } from '../../../src/domains/branding/index.ts'
import { domainOf } from '../../../src/doors/custom-domain.ts'
import { DAY, HOUR } from '../../../src/kernel/time/clock.ts'
import { SafeFetchError, type SafeResponse } from '../../../src/kernel/web-fetch/safe-fetch.ts'
import { verifyOwnDomainsTask } from '../../../src/tasks/verify-own-domains.ts'
import { refusal } from '../../refusal.ts'
import { type World, world } from '../../world.ts'
import { seedOwnDomain } from './seed.ts'

const HOST = 'seo.northwind.example'
type Proof = {
  state: string
  in_force: string | null
  txt_name: string
  file_url: string
  text: string
  problem: string | null
  ends_at: string | null
}
type Branding = { domain: string | null; domain_proof: Proof | null }

let w: World
let records: Record<string, string[]>
let files: Record<string, { status?: number; text?: string; leads_to?: string }>
let dns_answers: boolean
beforeEach(() => {
  records = {}
  files = {}
  dns_answers = true
  w = world({
    async lookUpTxt(name) {
      if (!dns_answers) throw new Error('timeout')
      return records[name] ?? []
    },
    async fetch(address, options) {
      const url = String(address)
      const file = files[url]
      if (!file) throw new SafeFetchError('dns', `${new URL(url).hostname} was not found`)
      if (file.leads_to && (await options?.follow?.(new URL(file.leads_to))) !== false)
        return w.app.fetch(file.leads_to, options)
      const body = new TextEncoder().encode(file.text ?? '')
      return {
        url,
        status: file.leads_to ? 301 : (file.status ?? 200),
        body,
        headers: new Headers(),
      } as unknown as SafeResponse
    },
  })
})
afterEach(() => w.close())

const want = (domain: string | null, id = 'ten_northwind') => w.call<Branding>('ada', 'put_branding', { id, domain })
const verify = (id = 'ten_northwind') => w.call<Branding>('ada', 'verify_own_domain', { id })
const stateOf = ({ domain_proof }: Branding) => [domain_proof?.state ?? null, domain_proof?.in_force ?? null]
const branding = (id = 'ten_northwind') => w.call<Branding>('ada', 'get_branding', { id })
const ownerOf = (host: string) => domainOf(w.app, host)?.id ?? null
const linksTo = () => w.db.read((tx) => siteOf(tx, w.app, 'ten_bakery'))
const publish = ({ domain_proof }: Branding) => {
  records[domain_proof!.txt_name] = ['v=spf1 -all', domain_proof!.text]
}
async function proved(host = HOST): Promise<Branding> {
  publish(await want(host))
  return verify()
}

test('a host that is only asked for serves nothing of the workspace, and stands in no link or letter', async () => {
  const asked = await want(HOST.toUpperCase())
  expect(asked).toMatchObject({
    domain: HOST,
    domain_proof: {
      state: 'waiting',
      in_force: null,
      txt_name: `_signalpost.${HOST}`,
      file_url: `http://${HOST}/.well-known/signalpost-domain.txt`,
    },
  })
  expect(asked.domain_proof!.text).toMatch(/^signalpost-domain=[0-9a-f]{32}$/)
  expect([ownerOf(HOST), linksTo()]).toEqual([null, w.app.config.site_url])
  expect(w.db.read((tx) => brandOf(tx, w.app, 'ten_northwind')).domain).toBeNull()
  publish(asked)
  expect(stateOf(await verify())).toEqual(['proved', HOST])
  expect([ownerOf(HOST), linksTo()]).toEqual(['ten_northwind', `http://${HOST}:8080`])
})

test('a file on the host proves it too, over http or https, and says by itself what else is there', async () => {
  const { domain_proof } = await want(HOST)
  const { file_url, text } = domain_proof!
  const problem = async () => (await verify()).domain_proof!.problem
  expect(await problem()).toBe(
    `There is no TXT record at _signalpost.${HOST}, and ${file_url} could not be fetched: ${HOST} was not found.`,
  )
  records[`_signalpost.${HOST}`] = ['signalpost-domain=of somebody else']
  files[file_url] = { status: 404 }
  expect(await problem()).toBe(
    `The TXT record at _signalpost.${HOST} holds something else: “signalpost-domain=of somebody else”, and ${file_url} answers 404.`,
  )
  files[file_url] = { text: `not ${text}` }
  expect(await problem()).toContain('holds something else.')
  files[file_url.replace('http:', 'https:')] = { text: `${text}\r\n` }
  expect(stateOf(await verify())).toEqual(['proved', HOST])
})

test('a redirect to another host proves nothing, one on the same host does no harm', async () => {
  const { file_url, text } = (await want(HOST)).domain_proof!
  files[file_url] = { leads_to: 'https://elsewhere.example/proof' }
  files['https://elsewhere.example/proof'] = { text }
  expect(stateOf(await verify())).toEqual(['waiting', null])
  files[file_url] = { leads_to: `https://${HOST}/proof` }
  files[`https://${HOST}/proof`] = { text }
  expect(stateOf(await verify())).toEqual(['proved', HOST])
})

test('many may ask for a host, whoever proves it has it, and a stranger is told that it is taken', async () => {
  const hers = await want(HOST)
  const his = await w.call<Branding>('rita', 'put_branding', { id: 'ten_rival', domain: HOST })
  expect(his.domain_proof!.text).not.toBe(hers.domain_proof!.text)
  records[`_signalpost.${HOST}`] = [his.domain_proof!.text]
  expect(stateOf(await verify())).toEqual(['waiting', null])
  expect(stateOf(await w.call('rita', 'verify_own_domain', { id: 'ten_rival' }))).toEqual(['proved', HOST])
  publish(hers)
  expect((await verify()).domain_proof).toMatchObject({
    state: 'waiting',
    problem: 'Another workspace has this domain.',
  })
  expect(ownerOf(HOST)).toBe('ten_rival')
})

test('a workspace takes the proved domain of one below it without another proof, and its own proof ends that of the other', async () => {
  w.db.write((tx) => seedOwnDomain(tx, 'ten_bakery', HOST))
  expect(stateOf(await want(HOST))).toEqual(['proved', HOST])
  expect([ownerOf(HOST), (await branding('ten_bakery')).domain]).toEqual(['ten_northwind', null])
  expect(await refusal(want(HOST, 'ten_bakery'))).toMatchObject({ code: 'conflict' })
  expect(await want(null)).toMatchObject({ domain: null, domain_proof: null })
  const above = await want(HOST)
  w.db.write((tx) => seedOwnDomain(tx, 'ten_bakery', HOST))
  publish(above)
  expect(stateOf(await verify())).toEqual(['proved', HOST])
  expect([ownerOf(HOST), (await branding('ten_bakery')).domain]).toEqual(['ten_northwind', null])
})

test('what is in force stays until its successor is proved', async () => {
  await proved()
  const next = await want('push.northwind.example')
  expect([next.domain, ...stateOf(next)]).toEqual(['push.northwind.example', 'waiting', HOST])
  expect(ownerOf(HOST)).toBe('ten_northwind')
  expect(stateOf(await want(HOST))).toEqual(['proved', HOST])
  publish(await want('push.northwind.example'))
  expect(stateOf(await verify())).toEqual(['proved', 'push.northwind.example'])
  expect([ownerOf(HOST), ownerOf('push.northwind.example')]).toEqual([null, 'ten_northwind'])
})

test('it is looked for by itself, each hour for a week', async () => {
  publish(await want(HOST))
  await w.run(verifyOwnDomainsTask)
  expect(stateOf(await branding())).toEqual(['waiting', null])
  w.clock.turn(HOUR)
  await w.run(verifyOwnDomainsTask)
  expect(stateOf(await branding())).toEqual(['proved', HOST])
})

test('a proof that is missing for a while takes nothing away; one that is missing for 14 days does', async () => {
  await proved()
  const look = async (days: number) => {
    w.clock.turn(days * DAY)
    await w.run(verifyOwnDomainsTask)
    return stateOf(await branding())
  }
  const held = records
  records = {}
  expect(await look(1)).toEqual(['failing', HOST])
  expect((await branding()).domain_proof!.ends_at).toBe('2026-11-17T09:00:00.000Z')
  expect(await look(13)).toEqual(['failing', HOST])
  records = held
  expect(await look(1)).toEqual(['proved', HOST])
  records = {}
  expect(await look(1)).toEqual(['failing', HOST])
  expect(await look(14)).toEqual(['waiting', null])
  expect([ownerOf(HOST), linksTo()]).toEqual([null, w.app.config.site_url])
  records = held
  expect(stateOf(await verify())).toEqual(['proved', HOST])
})

test('a DNS that does not answer speaks against nobody', async () => {
  await proved()
  dns_answers = false
  for (let day = 0; day < 20; day++) {
    w.clock.turn(DAY)
    await w.run(verifyOwnDomainsTask)
  }
  expect(stateOf(await branding())).toEqual(['proved', HOST])
  expect((await branding()).domain_proof!.problem).toContain(`The DNS did not answer for _signalpost.${HOST}`)
})

test('there is nothing to verify where no domain was asked for, or the plan has none', async () => {
  expect(await refusal(verify())).toMatchObject({ code: 'conflict' })
  w.db.write((tx) => tx.run("update tenant_plans set plan = 'agency_pro' where tenant_id = 'ten_northwind'"))
  expect(await refusal(verify())).toMatchObject({ code: 'plan_required' })
})
