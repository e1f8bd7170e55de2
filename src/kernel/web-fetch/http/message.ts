const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const VISIBLE = /^[\x21-\x7e]+$/
const VALUE = /^[\t\x20-\x7e]*$/
/** Said by `messageOf`, of the message as it is. */
const FRAMING = /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive)$/i

/** Header lines, without those about the message. Throws a TypeError for characters that could end a line early. */
export function linesOf(headers: Record<string, string>): string {
  let lines = ''
  for (const [name, value] of Object.entries(headers)) {
    if (FRAMING.test(name)) continue
    if (!TOKEN.test(name) || !VALUE.test(value)) throw new TypeError(`not a header line: ${JSON.stringify(name)}`)
    lines += `${name}: ${value}\r\n`
  }
  return lines
}

/**
 * A request as it goes over the wire, head and body in one. Throws a TypeError at what could end the request line early,
 * and so begin a request that nobody made. `lines` are those of `linesOf`.
 */
export function messageOf(
  method: string,
  host: string,
  target: string,
  lines: string,
  body?: string | Uint8Array,
): string | Buffer {
  if (!TOKEN.test(method) || !VISIBLE.test(target) || !VISIBLE.test(host)) throw new TypeError('not a request line')
  const head = `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: keep-alive\r\n${lines}`
  if (body === undefined)
    return method === 'GET' || method === 'HEAD' ? `${head}\r\n` : `${head}Content-Length: 0\r\n\r\n`
  const bytes = Buffer.from(body as string)
  return Buffer.concat([Buffer.from(`${head}Content-Length: ${bytes.length}\r\n\r\n`, 'latin1'), bytes])
}
