/** A world with a client of the operator, and people at Google. */
import type { Caller } from '../../../src/kernel/operation/caller.ts'
import { GOOGLE_CLIENT, type GoogleStandIn, google } from '../../upstreams/google.ts'
import { browserOf } from '../../views/browser.ts'
import { type Person, type World, world } from '../../world.ts'

export const VERA = 'vera@bakery.example'
export const SITES: Record<string, string> = {
  'sc-domain:bakery.example': 'siteOwner',
  'https://shop.bakery.example/': 'siteFullUser',
  'https://alte-backstube.example/': 'siteUnverifiedUser',
}
export const CALLBACK = '/connect/google/callback'
export const REDIRECT = `http://localhost:8080${CALLBACK}`

export type Setting = { w: World; op: GoogleStandIn; browser: ReturnType<typeof browserOf>; close(): void }

/** `given`: a world of its own, at localhost:8080. */
export async function googleSetting(parts: Parameters<typeof world>[0] = {}, given?: World): Promise<Setting> {
  const w = given ?? world({ ...parts, env: { SIGNALPOST_SITE_URL: 'http://localhost:8080', ...parts.env } })
  const people = [
    { email: VERA, sites: SITES },
    { email: 'empty@bakery.example', sites: {} },
    { email: 'rita@rival.example', sites: { 'sc-domain:bakery.example': 'siteOwner' } },
  ]
  const op = google({ now: () => w.clock.now(), redirect_uri: REDIRECT, people })
  await w.call('pat', 'put_google_client', { ...GOOGLE_CLIENT, base_url: op.url })
  const close = () => {
    op.stop()
    w.close()
  }
  return { w, op, browser: browserOf(w), close }
}

/** The token in the address of a new invitation. */
export async function invite(
  { w }: Setting,
  who: Person | Caller = 'ada',
  input: object = { tenant_id: 'ten_bakery' },
) {
  const { url } = await w.call<{ url: string }>(who, 'connect_google', { ...input })
  return new URL(url).searchParams.get('invite')!
}

/** Presses the button of the invitation; the address at Google, and the cookie of the browser. */
export async function toGoogle({ browser }: Setting, token: string, cookie?: string, host?: string) {
  const answer = await browser.raw(`/connect/google?invite=${token}`, {
    method: 'POST',
    headers: {
      ...{ 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      ...(cookie && { cookie }),
      ...(host && { host }),
    },
  })
  const url = /url=(.*)$/.exec(answer.headers.get('refresh') ?? '')?.[1] ?? ''
  const own = answer.headers.getSetCookie().find((one) => one.startsWith('google='))
  return { status: answer.status, url, cookie: own?.split(';', 1)[0] ?? '', text: answer.text }
}

/** Comes back with the answer of Google. */
export const back = ({ browser }: Setting, url: string, cookie: string, host?: string) => {
  const { pathname, search } = new URL(url)
  return browser.raw(pathname + search, { headers: { cookie, ...(host && { host }) } })
}

/** A whole consent of somebody without an account here; returns the id of the account. */
export async function connect(
  setting: Setting,
  { email = VERA, who = 'ada' as Person, input = { tenant_id: 'ten_bakery' } as object } = {},
): Promise<string> {
  const gone = await toGoogle(setting, await invite(setting, who, input))
  const answer = await back(setting, setting.op.consent(gone.url, email), gone.cookie)
  if (answer.status !== 200) throw new Error(`not connected: ${answer.status} ${answer.text}`)
  return setting.w.db.read(
    (tx) =>
      tx.row<{ id: string }>('select id from google_accounts where email = ? order by connected_at desc', email)!.id,
  )
}

type Property = { id: string; site_url: string }

/** Gives a property of an account to workspaces. */
export async function serve({ w }: Setting, site_url: string, tenant_ids: string[], who: Person = 'ada', more = {}) {
  const { items } = await w.call<{ items: Property[] }>(who, 'list_google_properties', {})
  const { id } = items.find((one) => one.site_url === site_url)!
  return w.call(who, 'update_google_property', { id, tenant_ids, ...more })
}
