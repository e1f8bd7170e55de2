/** Words for failures that come from the network of the install itself. */

const UNKNOWN_CA =
  /UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?)|SELF_SIGNED_CERT|unable to verify the first certificate|self[- ]signed certificate|unable to get (?:local )?issuer/i

/** Says where a private certificate authority is named; null for another fault. */
export const caWords = (reason: string): string | null =>
  UNKNOWN_CA.test(reason)
    ? 'its certificate is of a CA that this machine does not know; name the file of the CA in SIGNALPOST_CA_FILE'
    : null

const NAMES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']
const UNREACHABLE = /^(?:ENOTFOUND|EAI_\w+|ECONNREFUSED|ETIMEDOUT|E(?:HOST|NET)UNREACH)$/

/** The variable that names a proxy for calls to the internet, if any. Its value may hold a password. */
export const proxyNamed = (env: Record<string, string | undefined> = process.env): string | null =>
  NAMES.find((name) => env[name]) ?? null

/** Says that the proxy of the environment is not used, where the network could not be reached without it. */
export function proxyWords(code: string, env?: Record<string, string | undefined>): string | null {
  const name = UNREACHABLE.test(code) ? proxyNamed(env) : null
  return name && `${name} is set, but proxies of the environment are not used`
}
