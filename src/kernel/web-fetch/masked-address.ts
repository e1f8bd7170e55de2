/** Addresses of webhooks, sinks and sources may be secrets themselves: in the trail they are named, and open nothing. */

/** How much of a path is shown. */
const SHOWN = 9

/** `https://hooks.chat.example/services…?token=…`: the host, the first letters of the path, the names of the query. */
export function maskedAddress(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  const cut = url.pathname.length > SHOWN ? `${url.pathname.slice(0, SHOWN)}…` : url.pathname
  return `${url.origin}${cut}${maskedQuery(url)}`
}

/** The address whole, but for the values of its query. */
export function withMaskedQuery(address: string): string {
  const url = URL.parse(address)
  return url?.search ? `${address.slice(0, address.indexOf('?'))}${maskedQuery(url)}` : address
}

const maskedQuery = ({ searchParams }: URL): string => {
  const names = [...new Set(searchParams.keys())].map((name) => `${encodeURIComponent(name)}=…`)
  return names.length ? `?${names.join('&')}` : ''
}
