/** An install as its first visitors and its network meet it, with the report that shows it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { caWords, proxyNamed, proxyWords, throughProxyWords } from '../../src/kernel/web-fetch/outbound-words.ts'
import { browserOf } from '../views/browser.ts'
import { type World, world } from '../world.ts'

let w: World
beforeAll(() => {
  w = world({ env: { SIGNALPOST_SITE_URL: 'https://push.northwind.example' } })
})
afterAll(() => w.close())

const signIn = (headers: Record<string, string>) =>
  browserOf(w).raw('/app/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: 'email=ada@northwind.example&password=x',
  })

describe('a form at another address than the public one', () => {
  test.each([
    [{ host: '192.168.1.20:8080', origin: 'http://192.168.1.20:8080' }, 'go-gitea/gitea#29451'],
    [{ host: '127.0.0.1:8080', origin: 'http://127.0.0.1:8080' }, 'stonith404/pingvin-share#670'],
    [{ host: 'www.push.northwind.example', origin: 'https://www.push.northwind.example' }, 'iuliandita/digarr PR#577'],
    [{ host: 'push.northwind.example:8443', origin: 'https://push.northwind.example:8443' }, 'multica-ai/multica#1321'],
    [{ host: 'nas.local:8080' }, 'browsers that send no Origin'],
    [{ host: 'push.northwind.example', origin: 'http://push.northwind.example' }, 'http beside https'],
  ])('%j: the words name the right one (%s)', async (headers) => {
    const { status, html } = await signIn(headers as Record<string, string>)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(html).toContain('https://push.northwind.example')
    expect(html).toContain('SIGNALPOST_SITE_URL')
  })

  test.each([
    [{ host: 'push.northwind.example', origin: 'https://evil.example' }],
    [{ host: 'push.northwind.example', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ])('%j is of another site', async (headers) => {
    const { status, text } = await signIn(headers as Record<string, string>)
    expect([status, text.includes('another site')]).toEqual([403, true])
  })
})

describe('files that browsers ask for unasked', () => {
  const get = (path: string, host = 'push.northwind.example') => browserOf(w).raw(path, { headers: { host } })

  test('/favicon.ico, /robots.txt and /.well-known/change-password are there', async () => {
    const icon = await get('/favicon.ico')
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    const robots = await get('/robots.txt')
    expect([robots.status, robots.html.startsWith('User-agent: *\n')]).toEqual([200, true])
    expect(robots.html).not.toContain('/r/')
    const change = await get('/.well-known/change-password')
    expect([change.status, change.location]).toEqual([302, '/app/account'])
    expect((await get('/app/account')).location).toContain('/app/sign-in?next=')
    const own = await browserOf(w).visit('ada', '/app/account', { host: 'push.northwind.example' })
    expect(own.location).toBe('/app/w/ten_northwind/account')
  })

  test('HSTS covers this host alone', async () => {
    const { headers } = await get('/robots.txt')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  })
})

describe('words for the network', () => {
  test.each([
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'louislam/uptime-kuma#276'],
    ['unable to verify the first certificate', 'dani-garcia/vaultwarden#6118'],
    ['self-signed certificate in certificate chain', 'xibosignage/xibo-docker PR#173'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'exceptionless/Exceptionless#704'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'louislam/uptime-kuma#676'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'louislam/uptime-kuma#676'],
  ])('%s is a private CA (%s)', (reason) => {
    expect(caWords(reason)).toContain('SIGNALPOST_CA_FILE')
  })

  test.each(['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ECONNRESET'])('%s is another fault', (reason) => {
    expect(caWords(reason)).toBeNull()
  })

  test.each([
    [{ HTTPS_PROXY: 'http://u:s3cret@10.0.0.1:3128' }, 'HTTPS_PROXY', 'gitpod-io/gitpod#12874'],
    [{ http_proxy: 'http://10.0.0.1:3128' }, 'http_proxy', 'lukevella/rallly PR#2914'],
    [{ HTTPS_PROXY: 'socks5://10.0.0.1', ALL_PROXY: '10.0.0.1:3128' }, 'ALL_PROXY', 'lis186/ccxray PR#13'],
  ])('%j is named, with how far it is used (%s, %s)', (env, name) => {
    expect(proxyNamed(env)).toBe(name)
    expect(proxyWords('ENOTFOUND', env)).toBe(`${name} is set, but is never used for addresses that people enter`)
    const through = name.startsWith('http_') ? null : `${name} is set: see whether that proxy allows it`
    expect(throughProxyWords('ERR_PROXY_TUNNEL', env)).toBe(through)
    expect(throughProxyWords('ECONNRESET', env)).toBeNull()
    expect(proxyWords('ECONNRESET', env)).toBeNull()
    expect(proxyWords('ENOTFOUND', {})).toBeNull()
  })
})
