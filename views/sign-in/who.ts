import { callerOfSession, sessionCookieName, type Visitor } from '../../src/domains/accounts/index.ts'
import { type Call, SIGN_IN } from '../../src/doors/web.ts'

/** Whoever is signed in, in whichever workspace or none. */
export async function whoIs({ app, cookies }: Call): Promise<Visitor | null> {
  const token = cookies(sessionCookieName(app.config))
  return token === null ? null : callerOfSession(app, token)
}

/** Where one signs in to go on to `path`. */
export const signInTo = (path: string): string => `${SIGN_IN}?next=${encodeURIComponent(path)}`
