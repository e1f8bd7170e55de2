/** The folder of releases at an address, read by GET alone. It learns nothing about the install. */
import { SECOND } from '../kernel/time/clock.ts'
import { routeTo } from './route.ts'

const MOST_HOPS = 5
/** The source is given up after this time without a byte. */
const SILENCE = 30 * SECOND

/** Streams a file of the release at `base`, at most `most` bytes. */
export async function* readRelease(base: string, name: string, most: number): AsyncGenerator<Uint8Array> {
  const stop = new AbortController()
  let timer = setTimeout(() => stop.abort(), SILENCE)
  try {
    const response = await follow(new URL(name, base), stop.signal)
    let bytes = 0
    for await (const piece of response.body ?? []) {
      clearTimeout(timer)
      timer = setTimeout(() => stop.abort(), SILENCE)
      bytes += piece.length
      if (bytes > most) throw new Error(`${name} is longer than ${most} bytes`)
      yield piece
    }
  } catch (error) {
    throw stop.signal.aborted ? new Error(`${name}: its source was silent for ${SILENCE / SECOND} s`) : error
  } finally {
    clearTimeout(timer)
    stop.abort()
  }
}

/** Follows redirects only to addresses that are as safe as the first. */
async function follow(address: URL, signal: AbortSignal): Promise<Response> {
  let url = address
  for (let hops = 0; hops <= MOST_HOPS; hops++) {
    const response = await fetch(url, {
      ...routeTo(url.href),
      redirect: 'manual',
      signal,
      headers: { 'user-agent': 'signalpost', accept: '*/*' },
    } as BunFetchRequestInit)
    if (response.status === 200) return response
    await response.body?.cancel()
    const next = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || !next) throw new Error(`${url} answered ${response.status}`)
    const to = new URL(next, url)
    if (to.protocol !== 'https:' && !(to.protocol === address.protocol && to.hostname === address.hostname))
      throw new Error(`${url} redirects to ${to.origin}, which is not https`)
    url = to
  }
  throw new Error(`${address} redirects more than ${MOST_HOPS} times`)
}
