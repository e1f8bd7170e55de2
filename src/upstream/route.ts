/** The way of calls to addresses that are built in or that the operator sets: by the proxy of the environment, if any. */
import { trustedTls } from '../kernel/web-fetch/private-cas.ts'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Options of Bun's `fetch`, which reads the proxy and NO_PROXY by itself. Calls to this machine take no proxy. */
export const routeTo = (address: string | URL): BunFetchRequestInit => ({
  ...(LOOPBACK.test(new URL(address).hostname) ? ({ proxy: false } as unknown as BunFetchRequestInit) : {}),
  ...trustedTls(),
})
