/** Credentials in the headers of a request. */

/** The API key a request carries: `Authorization: Bearer …` or `X-Api-Key`. */
export function keyIn(headers: Headers): string | null {
  const authorization = headers.get('authorization')
  if (authorization !== null && /^bearer /i.test(authorization)) return authorization.slice(7).trim()
  return headers.get('x-api-key')
}

/** The value of a cookie, or null. */
export function cookieIn(headers: Headers, name: string): string | null {
  for (const pair of headers.get('cookie')?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return null
}
