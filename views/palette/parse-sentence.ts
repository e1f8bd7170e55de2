/** Meaning of a sentence with a verb: `transfer 200 to Bakery`, `check https://…`, `share last Bakery push`. */
export type Sentence =
  | { act: 'transfer'; client: string; amount: number; kind: 'index' | 'check' }
  | { act: 'push' | 'check'; urls: string[] }
  | { act: 'clipboard' }
  | { act: 'share'; last: boolean; words: string }
  | { act: 'open'; words: string }
  | { act: 'invite'; email: string; role: string }

const ADDRESS = /https?:\/\/[^\s"',;<>]+/gi
const NUMBER = String.raw`(\d{1,3}(?:,\d{3})+|\d{1,9})`
const UNIT = String.raw`(?:\s+(index|check))?(?:\s+credits?)?`
/** The API says `allocate`. */
const TRANSFER = ['transfer', 'allocate', 'give']
const MOVED = [
  new RegExp(String.raw`^\w+\s+(?<amount>${NUMBER})(?<unit>${UNIT})\s+to\s+(?<client>.+)$`, 'i'),
  new RegExp(String.raw`^\w+\s+(?<client>.+?)\s+(?<amount>${NUMBER})(?<unit>${UNIT})$`, 'i'),
]
/** Roles as people type them, with their API names. */
const ROLES: Readonly<Record<string, string>> = {
  viewer: 'client_viewer',
  client_viewer: 'client_viewer',
  member: 'member',
  admin: 'admin',
  owner: 'owner',
}

/** Parses the sentence; null when it has no known verb. */
export function parseSentence(sentence: string): Sentence | null {
  const text = sentence.trim().replace(/\s+/g, ' ')
  const [verb = '', rest = ''] = [/^\S+/.exec(text)?.[0].toLowerCase(), text.replace(/^\S+\s*/, '')]
  if (TRANSFER.includes(verb)) return moved(text)
  if (verb === 'push' && /^(the )?clipboard$/i.test(rest)) return { act: 'clipboard' }
  if (verb === 'push' || verb === 'check') return ofAddresses(verb, rest)
  if (verb === 'share') return shared(rest)
  if (verb === 'open') return rest ? { act: 'open', words: rest } : null
  if (verb === 'invite') return invited(rest)
  return null
}

function moved(text: string): Sentence | null {
  const found = MOVED.map((pattern) => pattern.exec(text)?.groups).find((groups) => groups !== undefined)
  const amount = Number(found?.amount?.replaceAll(',', '') ?? 0)
  if (!found?.client || amount === 0) return null
  return { act: 'transfer', client: found.client, amount, kind: /check/i.test(found.unit ?? '') ? 'check' : 'index' }
}

function ofAddresses(act: 'push' | 'check', rest: string): Sentence | null {
  const urls = rest.match(ADDRESS) ?? []
  return urls.length ? { act, urls: [...new Set(urls)] } : null
}

function shared(rest: string): Sentence | null {
  const said = rest.replace(/\b(?:report of|the|job|push|report)\b/gi, ' ')
  const last = /\blast\b/i.test(said)
  const words = said
    .replace(/\blast\b/i, ' ')
    .replace(/['’]s\b/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return last || words ? { act: 'share', last, words } : null
}

function invited(rest: string): Sentence | null {
  const { email, role = 'member' } =
    /^(?<email>[^\s@]+@[^\s@]+\.[^\s@]+)(?:\s+(?:as|to be)\s+(?:an?\s+)?(?<role>\w+))?$/.exec(rest)?.groups ?? {}
  const known = ROLES[role.toLowerCase()]
  return email && known ? { act: 'invite', email, role: known } : null
}
