/** Run by private-ca.test.ts in a process of its own, whose trust is that of its settings: prints what each call came to. */

import { readSettings } from '../../src/commands/server/this-install.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { parseNetworks } from '../../src/kernel/web-fetch/addresses.ts'
import { createSafeFetch } from '../../src/kernel/web-fetch/safe-fetch.ts'
import { createBucket } from '../../src/upstream/bucket.ts'
import { createHttp } from '../../src/upstream/http.ts'
import { probeAddress } from '../../src/upstream/install.ts'
import { readRelease } from '../../src/upstream/releases.ts'
import { createSmtp } from '../../src/upstream/smtp.ts'
import { createSyslog } from '../../src/upstream/syslog.ts'
import { LOOPBACK_CERTIFICATE } from '../kernel/web-fetch/certificate.ts'
import { LETTER } from '../upstream/letter.ts'
import { smtpServer } from '../upstreams/smtp.ts'
import { syslogServer } from '../upstreams/syslog.ts'

readSettings()
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  tls: LOOPBACK_CERTIFICATE,
  fetch: () => Response.json({ ok: true, data: {} }),
})
const base_url = `https://127.0.0.1:${server.port}`
const here = parseNetworks('127.0.0.1/32')
const came = (to: Promise<unknown>) =>
  to.then(
    () => 'answered',
    (error) => `refused: ${error.message}`,
  )

const mail = await smtpServer('tls')
const logs = await syslogServer()
const fetch = createSafeFetch({
  allow_networks: here,
  user_agent: 'Signalpost-test',
  resolve: async () => ['127.0.0.1'],
})
const settings = {
  backup_s3_endpoint: base_url,
  backup_s3_region: 'auto',
  backup_s3_key_id: 'KEY',
  backup_s3_secret: 'the-secret-of-the-store',
}
const outcomes = {
  'pages, webhooks and identity providers': await came(fetch(`${base_url}/`)),
  'suppliers and Stripe': await came(
    createHttp({ name: 'Vendor', base_url, secrets: [], clock: systemClock } as never).send(
      { method: 'GET', path: '/' } as never,
      new AbortController().signal,
    ),
  ),
  'store of backups': await came(createBucket(settings, 's3://copies/nightly').has('one')),
  'mail server': await came(
    createSmtp({ site_url: base_url }).deliver(
      { host: '127.0.0.1', port: mail.port, secure: 'tls', user: null },
      LETTER,
      () => {},
    ),
  ),
  syslog: await came(
    createSyslog(here)({ host: '127.0.0.1', port: logs.port, ca: null }, '5 hello', new AbortController().signal),
  ),
  releases: await came(Array.fromAsync(readRelease(`${base_url}/`, 'release.json', 1000))),
  'site address': await probeAddress(base_url).then((seen) =>
    'reason' in seen ? `refused: ${seen.reason}` : 'answered',
  ),
}
console.log(JSON.stringify(outcomes))
process.exit(0)
