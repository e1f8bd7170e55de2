/** Words for failures that come from the network of the install itself. */

const UNKNOWN_CA =
  /UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?)|SELF_SIGNED_CERT|unable to verify the first certificate|self[- ]signed certificate|unable to get (?:local )?issuer/i

/** Says where a private certificate authority is named; null for another fault. */
export const caWords = (reason: string): string | null =>
  UNKNOWN_CA.test(reason)
    ? 'its certificate is of a CA that this machine does not know; name the file of the CA in SIGNALPOST_CA_FILE'
    : null

const OF_HTTPS = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy']
const NAMES = [...OF_HTTPS, 'HTTP_PROXY', 'http_proxy']
const UNREACHABLE = /^(?:ENOTFOUND|EAI_\w+|ECONNREFUSED|ETIMEDOUT|E(?:HOST|NET)UNREACH)$/

type Environment = Record<string, string | undefined>

/** The variable that names a proxy for calls to the internet, if any. Its value may hold a password. SOCKS is not used. */
export const proxyNamed = (env: Environment = process.env, names = NAMES): string | null =>
  names.find((name) => env[name] && !/^socks/i.test(env[name])) ?? null

/** Where an address that a person entered could not be reached: a proxy would choose for itself which host that is. */
export function proxyWords(code: string, env?: Environment): string | null {
  const name = UNREACHABLE.test(code) ? proxyNamed(env) : null
  return name && `${name} is set, but is never used for addresses that people enter`
}

/** Where an address of the operator could not be reached, perhaps because of the proxy. */
export function throughProxyWords(code: string, env?: Environment): string | null {
  const name = code === 'ERR_PROXY_TUNNEL' || UNREACHABLE.test(code) ? proxyNamed(env, OF_HTTPS) : null
  return name && `${name} is set: see whether that proxy allows it`
}
