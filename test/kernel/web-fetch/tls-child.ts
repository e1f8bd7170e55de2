/** Run by safe-fetch.test.ts in a process of its own, which trusts the test's certificate: prints what each fetch came to. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseNetworks } from '../../../src/kernel/web-fetch/addresses.ts'
import { createSafeFetch } from '../../../src/kernel/web-fetch/safe-fetch.ts'
import { CERTIFICATE } from './certificate.ts'

if (process.argv[2] !== 'trusting') {
  // Read only when a process starts.
  const file = join(tmpdir(), `safe-fetch-${process.pid}.pem`)
  await Bun.write(file, CERTIFICATE.cert)
  const again = Bun.spawn([process.execPath, import.meta.path, 'trusting'], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: file },
    stdout: 'inherit',
    stderr: 'inherit',
  })
  await again.exited
  await Bun.file(file).delete()
  process.exit(again.exitCode ?? 1)
}

const { key, cert, name } = CERTIFICATE
const secure = Bun.serve({ hostname: '127.0.0.2', port: 0, tls: { key, cert }, fetch: () => new Response('over TLS') })
const plain = Bun.serve({ hostname: '127.0.0.2', port: 0, fetch: () => new Response('no TLS') })
const fetch = createSafeFetch({
  allow_networks: parseNetworks('127.0.0.2'),
  user_agent: 'Signalpost-test',
  resolve: async () => ['127.0.0.2'],
})
const outcome = (url: string) =>
  fetch(url).then(
    ({ body }) => new TextDecoder().decode(body),
    ({ code }) => code,
  )
const outcomes = {
  right_name: await outcome(`https://${name}:${secure.port}/`),
  wrong_name: await outcome(`https://other.example:${secure.port}/`),
  no_name: await outcome(`https://127.0.0.2:${secure.port}/`),
  plain: await outcome(`http://${name}:${plain.port}/`),
}
console.log(JSON.stringify(outcomes))
process.exit(0)
