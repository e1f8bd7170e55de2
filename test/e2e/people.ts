/** People of an install in their browsers: letters arrive over SMTP, links are followed, forms are sent. */
import { expect } from 'bun:test'
import { smtpServer } from '../upstreams/smtp.ts'
import { type Appliance, PASSWORD, type Reply, until } from './appliance.ts'

export type People = Awaited<ReturnType<typeof peopleOf>>

type Profile = { email: string; pending_email: string | null; email_verified: boolean }

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

/** Connects a mail server to the install. Everybody has the same password. */
export async function peopleOf(one: Pick<Appliance, 'address' | 'post' | 'put'>) {
  const mail = await smtpServer()
  const from_address = 'post@northwind.example'
  await one.put('/settings/email', { host: '127.0.0.1', port: mail.port, secure: 'none', from_address })
  const lettersTo = (email: string) => mail.received.filter(({ to }) => to.includes(email))

  /** The link in the letter that `act` has sent to the address. */
  async function linkSent(email: string, act: () => Promise<unknown>): Promise<string> {
    const before = lettersTo(email).length
    await act()
    // An old address is told of a new one, too: in a letter without a link to confirm.
    const links = () =>
      lettersTo(email)
        .slice(before)
        .flatMap(({ data }) => linkIn(data) ?? [])
    return until(`a letter to ${email}`, async () => links()[0])
  }

  /** A page or a form, as a browser asks for it, at the install wherever the link says that it is. */
  function browse(link: string, form: Record<string, string> | null = null, cookie = ''): Promise<Response> {
    const { pathname, search } = new URL(link, one.address())
    return fetch(one.address() + pathname + search, {
      method: form ? 'POST' : 'GET',
      body: form ? new URLSearchParams(form) : undefined,
      headers: { 'sec-fetch-site': 'same-origin', 'user-agent': FIREFOX, cookie },
      redirect: 'manual',
      keepalive: false,
    })
  }
  const signIn = (email: string) => browse('/app/sign-in', { email, password: PASSWORD })

  return {
    lettersTo,
    browse,
    mayEnter: async (email: string) => (await signIn(email)).status === 303,
    /** Follows the link of a letter that asks to confirm an address, signed in, and says yes; the status of the answer. */
    confirm: async (link: string, cookie: string) => (await browse(link, {}, cookie)).status,
    /** Signs somebody in, and asks with their session. */
    async enter(email: string) {
      const entered = await signIn(email)
      expect([email, entered.status]).toEqual([email, 303])
      let cookie = entered.headers.getSetCookie()[0]!.split(';')[0]!
      const ask = async (method: string, path: string, body?: unknown): Promise<Reply> => {
        const response = await fetch(`${one.address()}/api/v1${path}`, {
          method,
          body: body === undefined ? undefined : JSON.stringify(body),
          headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
          keepalive: false,
        })
        const answer = (await response.json()) as Pick<Reply, 'data' | 'error'>
        return { ...answer, status: response.status, headers: response.headers }
      }
      return {
        /** Of now: a proof gives the session a new one. */
        get cookie() {
          return cookie
        },
        ask,
        /** Proves once more who it is, as dangerous acts ask 15 minutes after the sign-in. */
        async prove() {
          const { status, headers } = await ask('POST', '/profile/proof', { password: PASSWORD })
          expect(status).toBe(200)
          cookie = headers.getSetCookie()[0]!.split(';')[0]!
        },
        profile: async () => (await ask('GET', '/profile')).data as Profile,
        /** Asks for an address; the link in the letter that goes there. */
        wants: (wanted: string) =>
          linkSent(wanted, async () => {
            const { status, error } = await ask('PATCH', '/profile', { email: wanted, current_password: PASSWORD })
            expect([status, error]).toEqual([200, undefined as never])
          }),
      }
    },
    /** Invites somebody, who follows the link of the letter. */
    async join(email: string, role: string) {
      const link = await linkSent(email, () => one.post('/members', { email, role }))
      expect((await browse(link, { password: PASSWORD })).status).toBe(303)
    },
    stop: mail.stop,
  }
}

function linkIn(letter: string): string | undefined {
  const plain = letter.replace(/=\r\n/g, '').replace(/=3D/g, '=')
  return /https?:\/\/\S+?\/(?:verify|welcome)\?token=\w+/.exec(plain)?.[0]
}
