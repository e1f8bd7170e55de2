/** Answers of something in front of a vendor: a gateway, a firewall, a web page. */

type Answered = { status: number; headers: Headers; text: string }

/** An answer of a gateway; the service behind it may still be at work. Proxies use 520 and up. */
export const isGateway = (reply: Answered): boolean =>
  reply.status === 502 || reply.status === 504 || (reply.status >= 520 && reply.status <= 530) || isPage(reply)

/** A web page is no answer of an API. */
export const isPage = ({ headers, text }: Pick<Answered, 'headers' | 'text'>): boolean =>
  /^\s*<(!doctype|html|head|body)/i.test(text) ||
  (/^\s*</.test(text) && /^\s*(text\/html|application\/xhtml)/i.test(headers.get('content-type') ?? ''))

/** A page that refuses: vendors' firewalls answer so to machines they do not like, whatever the key. */
export const isFirewall = (reply: Answered): boolean =>
  [401, 402, 403, 405, 406, 451].includes(reply.status) && isPage(reply)

export const firewallOf = (text: string): string => {
  const title = text.match(/<title[^>]*>([^<]{1,80})/i)?.[1]?.trim()
  return `a firewall in front of it refused this machine with a web page${title ? ` (“${title}”)` : ''}`
}
