/**
 * Sign-in sessions. Only this file and `session-store.ts` use lucia. The cookie holds a random token; rows hold its
 * SHA-256, so that nobody can take over a session with the database, a backup or `GET /profile/sessions`.
 */

import { Lucia, TimeSpan } from 'lucia'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { text } from '../../../kernel/language/say.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { Fault, notFound } from '../../../kernel/operation/fault.ts'
import { hashSecret, looksLikeSecret, newSecret } from '../../../kernel/secrets/ids.ts'
import { MINUTE, plus, SECOND, type Time } from '../../../kernel/time/clock.ts'
import { LONGEST } from './device.ts'
import { adapter, type SessionApp, type SessionFacts, type SessionUser } from './session-store.ts'

/** Days without a request after which a session ends. */
const IDLE_DAYS = 7
const SEEN_EVERY = 5 * MINUTE
/** How long the previous token works after a page renewed it. */
export const OVERLAP = 10 * SECOND

/** Origin of a sign-in. `domain_of`: the workspace whose own domain was used; left out, the install's address. */
export type SignInOrigin = { ip: string | null; user_agent: string | null; domain_of?: string | null }
/** The first step of a sign-in that may have a second. */
export type FirstStep = 'pwd' | 'sso'
/** Methods that opened a session: a password or a provider with its second step, or a passkey. */
export type SignInMethods = FirstStep | `${FirstStep} ${'otp' | 'code'}` | 'sso webauthn' | 'sso mfa' | 'webauthn'
/** `cookie` is the value of a `Set-Cookie` header. */
export type OpenedSession = { token: string; session_id: string; cookie: string }

/** The name of the session cookie: `__Host-` and Secure need TLS. */
export const sessionCookieName = (config: App['config']): string => (isHttps(config) ? '__Host-sid' : 'sid')

/**
 * Opens a session with a new token. Each sign-in gets its own session. 401 for a local sign-in of a person who has to
 * use an identity provider. `ends_at`: its latest end, where a provider sets one.
 */
export async function openSession(
  app: SessionApp,
  user_id: string,
  from: SignInOrigin,
  methods: SignInMethods = 'pwd',
  ends_at: Time | null = null,
): Promise<OpenedSession> {
  if (!isByProvider(methods) && app.db.read((tx) => app.mustUseProvider(tx, user_id)))
    throw new Fault('unauthorized', text('Your organisation signs in through its identity provider. Use its button.'))
  const token = newSecret('sps')
  const { ip, user_agent, domain_of = null } = from
  const browser = { ip, user_agent: user_agent?.slice(0, LONGEST) ?? null }
  const now = app.clock.now()
  const facts = { ...browser, last_seen_at: now, renew: 0, domain_of, methods, proved_at: now, ends_at }
  await lucia(app).createSession(user_id, facts, { sessionId: hashSecret(token) })
  return opened(app, token)
}

/**
 * The session and its user. Null for an ended session, and for one opened at another address than that of the workspace
 * `domain_of` (null: the install's address). `cookie` is set when the session was extended and the browser needs the
 * new expiry.
 */
export async function findSession(app: SessionApp, token: string, domain_of: string | null) {
  if (!looksLikeSecret('sps', token)) return null
  const { session, user } = await lucia(app).validateSession(hashSecret(token))
  if (!session || session.domain_of !== domain_of) return null
  if (plus(session.last_seen_at, SEEN_EVERY) <= app.clock.now()) noteSeen(app, session.id, user.id)
  return {
    session_id: session.id,
    user,
    renew: session.renew === 1,
    proved_at: session.proved_at,
    methods: session.methods,
    // A request with the previous token needs no cookie: the browser was sent the new one already.
    cookie:
      session.fresh && session.id === hashSecret(token) ? lucia(app).createSessionCookie(token).serialize() : null,
  }
}

/** Ends the session of this cookie; returns the `Set-Cookie` value that removes it. */
export async function closeSession(app: SessionApp, token: string): Promise<string> {
  await lucia(app).invalidateSession(hashSecret(token))
  return lucia(app).createBlankSessionCookie().serialize()
}

/** Notes that the person of a session proved who they are, and gives it a new token. */
export function proveSession(tx: Tx, app: SessionApp, session_id: string): OpenedSession {
  tx.run('update sessions set proved_at = ? where id = ?', tx.now, session_id)
  return renewSession(tx, app, session_id)
}

/** Gives a session a new token and a new id; the old ones stop working. Its expiry does not change. */
export function renewSession(tx: Tx, app: SessionApp, session_id: string): OpenedSession {
  const token = newSecret('sps')
  tx.run(
    'update sessions set id = ?, renew = 0, previous_id = null, previous_until = null where id = ?',
    hashSecret(token),
    session_id,
  )
  return opened(app, token)
}

/**
 * The same after the user's rights changed. The old token works a moment longer, for pages that the browser requests in
 * parallel. Null when one of these was faster.
 */
export function renewFlagged(tx: Tx, app: SessionApp, session_id: string): OpenedSession | null {
  const token = newSecret('sps')
  const renewed = tx.run(
    'update sessions set id = ?1, renew = 0, previous_id = id, previous_until = ?2 where id = ?3 and renew = 1',
    hashSecret(token),
    plus(tx.now, OVERLAP),
    session_id,
  )
  return renewed === 1 ? opened(app, token) : null
}

/** Whether an identity provider vouched for the person first. */
export const isByProvider = (methods: string): boolean => methods.startsWith('sso')

const opened = (app: SessionApp, token: string): OpenedSession => ({
  token,
  session_id: hashSecret(token),
  cookie: lucia(app).createSessionCookie(token).serialize(),
})

/** After a change of a user's rights: each of their sessions gets a new token with its next page. */
export const renewSessionsOf = (tx: Tx, user_id: string): number =>
  tx.run('update sessions set renew = 1 where user_id = ?', user_id)

function lucia(app: SessionApp): Lucia<SessionFacts, SessionUser> {
  return new Lucia<SessionFacts, SessionUser>(adapter(app), {
    sessionExpiresIn: new TimeSpan(IDLE_DAYS, 'd'),
    sessionCookie: {
      name: sessionCookieName(app.config),
      attributes: { secure: isHttps(app.config), sameSite: 'lax' },
    },
    getSessionAttributes: (facts) => facts,
    getUserAttributes: (user) => user,
  })
}

const isHttps = (config: App['config']): boolean => config.site_url.startsWith('https:')

function noteSeen({ db }: SessionApp, session_id: string, user_id: string): void {
  db.write((tx) => {
    tx.run('update sessions set last_seen_at = ? where id = ?', tx.now, session_id)
    return tx.run('update users set last_seen_at = ? where id = ?', tx.now, user_id)
  })
}

/** Ends a session by its id in lists. */
export const removeSession = (tx: Tx, id: string): number => tx.run('delete from sessions where id = ?', id)

/** The user's session with this id in lists, or 404. */
export function sessionOf(tx: ReadTx, user_id: string, id: string): { id: string } {
  const found = tx.row<{ id: string }>('select id from sessions where id = ? and user_id = ?', id, user_id)
  if (!found) throw notFound('session')
  return found
}

declare module '../../../kernel/operation/app.ts' {
  interface App {
    /** Whether a person may sign in only through an identity provider: password and passkey are refused. */
    mustUseProvider(tx: ReadTx, user_id: string): boolean
    /** Gives the session its part of the provider that vouched for the first step; false, and no session, if that ended. */
    attachPart(tx: Tx, part: string, session_id: string): boolean
    /** Where a person without a factor proves who they are: the name and address of their provider. */
    proofAtProvider(tx: ReadTx, session_id: string): { name: string; href: string } | null
  }
}
