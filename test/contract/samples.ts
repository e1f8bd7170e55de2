/** The examples' things alone, behind doors on loopback, and what those who ask for them are answered. */
import { rmSync } from 'node:fs'
import { openSession, sessionCookieName } from '../../src/domains/accounts/index.ts'
import { createKey } from '../../src/domains/keys/index.ts'
import { serve } from '../../src/doors/server.ts'
import { exampleId, withIds } from '../../src/kernel/operation/offered/example-ids.ts'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { CAST, callerOf, type Person, type World, world } from '../world.ts'
import { agreeing, generous, offline, patient, takingUrls, unlimited, WITH_STRIPE } from './cast.ts'
import { keepRows } from './kept-rows.ts'
import { ask } from './request.ts'
import { type Credential, seedSamples } from './seed-cast.ts'

export type Samples = Awaited<ReturnType<typeof openSamples>>

/** `before` changes their install before they are kept. */
export async function openSamples(before: (w: World) => void = () => {}) {
  const env = {
    SIGNALPOST_LISTEN: '127.0.0.1:0',
    SIGNALPOST_PASSIVE: '1',
    SIGNALPOST_SITE_URL: 'https://push.northwind.example',
    ...WITH_STRIPE,
  }
  const w = world({
    env,
    fetch: offline,
    signIn: () => patient,
    payments: generous,
    google: () => agreeing,
    engines: takingUrls,
    limits: unlimited,
  })
  await seedSamples(w)
  before(w)
  const key = (person: Person): Credential => {
    const { tenant_id, role } = CAST[person]
    const made = w.db.write((tx) => createKey(tx, callerOf(person), { tenant_id, name: 'Publishing', role }))
    return { authorization: `Bearer ${made.secret}` }
  }
  const session = async (person: Person): Promise<Credential> => {
    const { token } = await openSession(w.app, CAST[person].id, { ip: '203.0.113.7', user_agent: 'Firefox' })
    return { cookie: `${sessionCookieName(w.app.config)}=${token}`, 'sec-fetch-site': 'same-origin' }
  }
  const who = {
    ada: key('ada'),
    pat: key('pat'),
    signedIn: await session('ada'),
    ben: await session('ben'),
    admin: await session('pat'),
  }
  const kept = keepRows(w.db)
  const words = kept.ids().filter((id) => /^[a-z]{3}_[a-z_]+$/.test(id))
  const running = serve(w.app)
  return {
    url: running.address,
    /** Ada's. */
    key: who.ada.authorization!.replace('Bearer ', ''),
    reset: () => kept.reset(),
    rows: (sql: string) => w.db.read((tx) => tx.rows(sql)),
    /** What the operation's example is answered, told as the document tells it: with ids, and secrets that open nothing. */
    async answerTo(operation: AnyOperation): Promise<unknown> {
      kept.reset()
      const { json, text } = await ask({ url: running.address }, operation, callerFor(operation, who))
      return told(json ?? text, words)
    },
    async close() {
      kept.forget()
      await running.stop()
      rmSync(w.folder, { recursive: true, force: true })
    },
  }
}

/** Ada with her key, where a person need not sign in and no more rights are needed than hers. */
function callerFor(
  { name, role, person }: AnyOperation,
  who: Record<'ada' | 'pat' | 'signedIn' | 'ben' | 'admin', Credential>,
) {
  if (name === 'delete_profile') return who.ben
  if (person && role === 'platform') return who.admin
  if (person || OF_THE_LOGIN.includes(name)) return who.signedIn
  return role === 'platform' ? who.pat : who.ada
}

/** What a person's own login has, and no key. */
const OF_THE_LOGIN = ['list_sessions', 'delete_session', 'list_oauth_grants', 'delete_oauth_grant']

const ROOM: Record<string, number> = { bytes: 48e6, log_bytes: 8e5, free_bytes: 12e9, total_bytes: 4e10 }

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g

/** New ids in the order in which they come; a word of the examples by its id wherever it stands. */
export function told(answer: unknown, words: string[]): unknown {
  const fresh = new Map<string, string>()
  const text = JSON.stringify(answer)
    .replace(UUID, (id) => fresh.get(id) ?? fresh.set(id, exampleId(`new ${fresh.size}`)).get(id)!)
    .replace(/\b([a-z]{3})_[0-9A-Za-z]{38}/g, `$1_${'x'.repeat(38)}`)
    .replace(/\b(whsec|whpk)_[0-9A-Za-z+/]{43}=/g, (_, kind: string) => `${kind}_${'x'.repeat(43)}=`)
    .replace(/((?:challenge|user\\":\{\\"id)\\":\\")[\w-]{43}/g, `$1${'x'.repeat(43)}`)
    .replace(/\b[A-Z2-7]{32}\b/g, 'JBSWY3DPEHPK3PXP'.repeat(2))
    .replace(/\b(?:[0-9A-Z]{4}-){5}[0-9A-Z]{4}\b/g, Array(6).fill('XXXX').join('-'))
    .replace(/"prefix":"ipk_\w{4}"/g, '"prefix":"ipk_xxxx"')
    .replace(/\b[0-9a-f]{32}\b/g, '0123456789abcdef'.repeat(2))
    .replace(/\b[0-9a-f]{64}\b/g, exampleId('ses_new'))
    // Uses are written every few seconds: by then an example may have been asked for.
    .replace(/"last_used_at":"[^"]+"/g, '"last_used_at":null')
    // What machine it is, and how busy.
    .replace(/"(bytes|log_bytes|free_bytes|total_bytes)":\d+/g, (_, name: string) => `"${name}":${ROOM[name]}`)
    .replace(/"loop":\{[^}]*\}/, '"loop":{"stalls":0,"stalled_ms":0,"longest_ms":null,"last_at":null}')
  const longest = words.toSorted((a, b) => b.length - a.length)
  const known = new RegExp(`(?<![a-z_]|bakery\\.example/)(${longest.join('|')})(?![a-z_])`, 'g')
  return withIds(JSON.parse(text.replace(known, (word) => exampleId(word))))
}
