/** panva's certified `oidc-provider` on loopback, with its own pages to sign in and agree. */
import { createServer } from 'node:http'
// @ts-expect-error it brings no types
import Provider from 'oidc-provider'
import { CLIENT } from './identity-provider.ts'

/** Claims of a person, by the name that is typed at the provider. */
export type People = Record<string, Record<string, unknown>>

/** An install adds one client of an issuer once. */
export const SECOND = { ...CLIENT, client_id: 'signalpost-too' }

/** It answers once a client is registered, whose addresses name the provider that was added for it. */
export async function openOidcProvider(people: People) {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  const issuer = `http://127.0.0.1:${port}`
  return {
    url: issuer,
    register(redirect_uris: string[], back_to: string[]) {
      const provider = new Provider(issuer, {
        clients: [CLIENT, SECOND].map((one) => ({ ...one, redirect_uris, post_logout_redirect_uris: back_to })),
        claims: { email: ['email', 'email_verified'], profile: ['name', 'groups'] },
        cookies: { keys: ['a key of the stand-in'] },
        features: { rpInitiatedLogout: { enabled: true } },
        findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub, ...people[sub] }) }),
      })
      provider.on('server_error', (_: unknown, error: Error) => console.error(error))
      server.removeAllListeners('request').on('request', provider.callback())
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
