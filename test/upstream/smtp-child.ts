/** Run by smtp.test.ts in a process of its own, which trusts the loopback certificate: prints what each letter came to. */
import type { MailServer } from '../../src/domains/mail/courier.ts'
import { createSmtp } from '../../src/upstream/smtp.ts'
import { CERTIFICATE } from '../kernel/web-fetch/certificate.ts'
import { smtpServer } from '../upstreams/smtp.ts'
import { LETTER } from './letter.ts'

const SIGN_IN = { user: 'northwind', password: 'a long secret' }
const courier = createSmtp({ site_url: 'https://push.agency.example' })

const outcome = async (secure: MailServer['secure'], server: Awaited<ReturnType<typeof smtpServer>>) => {
  server.behaviour.login = `${SIGN_IN.user}:${SIGN_IN.password}`
  const told = await courier
    .deliver({ host: '127.0.0.1', port: server.port, secure, ...SIGN_IN }, LETTER, () => {})
    .then(() => 'sent')
    .catch((error) => `${error.failure}: ${error.message}`)
  const [taken] = server.received
  server.stop()
  return { told, taken: taken ? (taken.encrypted ? 'encrypted' : 'open') : null }
}

console.log(
  JSON.stringify({
    tls: await outcome('tls', await smtpServer('tls')),
    starttls: await outcome('starttls', await smtpServer('starttls')),
    foreign_tls: await outcome('tls', await smtpServer('tls', CERTIFICATE)),
    foreign_starttls: await outcome('starttls', await smtpServer('starttls', CERTIFICATE)),
    no_starttls: await outcome('starttls', await smtpServer('none')),
  }),
)
process.exit(0)
