/** The install that the command line talks to: from its options, the environment, or the values that `login` stored. */
import { readCaFile, readPath, withoutQuotes } from '../../kernel/environment/setting-values.ts'
import { trustCas } from '../../kernel/web-fetch/private-cas.ts'
import { connectInstall, type Install, type InstallError } from '../../upstream/install.ts'
import { CommandError, type Options, textOf, type Values } from '../framework/command.ts'
import { tell } from '../framework/terminal.ts'
import { readText } from './local-file.ts'
import { readLogin } from './login-file.ts'

export const CONNECTION: Options = {
  url: {
    value: 'ADDRESS',
    meaning: 'address of the install; default: SIGNALPOST_URL, then the one from `login`, then http://localhost:8080',
  },
  'key-file': {
    value: 'FILE',
    file: true,
    meaning: 'file with the API key; default: SIGNALPOST_KEY, then SIGNALPOST_KEY_FILE, then the one from `login`',
  },
}

const HERE = 'http://localhost:8080'

export function connect(options: Values): Install {
  const { address, key } = connectionOf(options)
  return reach(address, key)
}

/** The install at an address, whose certificate may be of a CA in SIGNALPOST_CA_FILE. */
export function reach(address: string, key: string): Install {
  try {
    trustCas(readCaFile(withoutQuotes(process.env.SIGNALPOST_CA_FILE ?? '')))
  } catch (error) {
    throw new CommandError(`SIGNALPOST_CA_FILE: ${(error as Error).message}`)
  }
  return connectInstall(address, key)
}

/** All rows of a list, page by page. `path` may have a query. */
export async function allOf<T>(install: Install, path: string): Promise<T[]> {
  const found: T[] = []
  for (let page = 1; ; page++) {
    const part = `${path}${path.includes('?') ? '&' : '?'}page_size=200&page=${page}`
    const { items, total } = await install.get<{ items: T[]; total: number }>(part)
    found.push(...items)
    if (items.length === 0 || found.length >= total) return found
  }
}

/** The address and the key. The stored key is sent only to the address that it was stored with. */
export function connectionOf(options: Values): { address: string; key: string } {
  const { SIGNALPOST_URL, SIGNALPOST_KEY, SIGNALPOST_KEY_FILE } = process.env
  const given = textOf(options, 'url') ?? (SIGNALPOST_URL && withoutQuotes(SIGNALPOST_URL))
  const named = given === undefined ? null : originOf(given, textOf(options, 'url') ? '--url' : 'SIGNALPOST_URL')
  const file = textOf(options, 'key-file')
  const own = file
    ? keyIn(file)
    : SIGNALPOST_KEY
      ? bareKey(SIGNALPOST_KEY)
      : SIGNALPOST_KEY_FILE
        ? keyIn(withoutQuotes(SIGNALPOST_KEY_FILE))
        : undefined
  if (named && own) return { address: named, key: own.trim() }
  const stored = readLogin()
  const address = named ?? stored?.url ?? HERE
  const key = own ?? (stored?.url === address ? stored.key : undefined)
  if (!key?.trim()) throw new CommandError(`there is no API key for ${address}`, `run: signalpost login ${address}`)
  return { address, key: key.trim() }
}

/** An address as an origin. Without a scheme it is https, or http on this machine. */
export function originOf(text: string, source: string): string {
  const full = /^https?:\/\//i.test(text) ? text : `${/^(localhost|127\.)/.test(text) ? 'http' : 'https'}://${text}`
  const url = URL.canParse(full) ? new URL(full) : null
  if (!url?.hostname || /\s/.test(text))
    throw new CommandError(`${source}: "${text}" is not an address`, `it looks like https://push.agency.example`)
  if (url.protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(url.hostname))
    tell(`signalpost: ${url.origin} is not encrypted: anyone on the network path can read the key`)
  return url.origin
}

/** The key without a name before it and quotes around it, as it is in a settings file. */
const bareKey = (text: string): string =>
  withoutQuotes(
    text
      .trim()
      .replace(/^(?:export\s+)?\w+\s*=\s*/, '')
      .trim(),
  ).replace(/^Bearer\s+/i, '')

export function keyIn(file: string): string {
  const key = bareKey(readText(file.startsWith('~/') ? readPath(file) : file))
  if (!key) throw new CommandError(`"${file}" is empty`, 'write an API key of the install into it')
  if (/\s/.test(key)) throw new CommandError(`"${file}" contains more than an API key`, 'keep only the key in the file')
  return key
}

const ADVICE: Record<string, string> = {
  unauthorized: 'create a key in the web interface (Settings, Integrations, API keys), then run: signalpost login',
  over_max_credits: 'give a larger --max-credits, or fewer links',
  insufficient_credits: '`signalpost credits` shows the available credits; --dry-run shows how many an order needs',
  read_only_key: 'use a key with the role member or higher',
  forbidden: 'use a key with a higher role',
  too_many_urls: 'split the file: split -l 10000 links.txt part-; for f in part-*; do signalpost push "$f"; done',
  not_found: '`signalpost jobs` and `signalpost clients` list what the key can use',
  rate_limited: 'wait a minute, or give the key a higher limit',
}

/** A refusal of the API, with advice for the command line. */
export function inWords(error: InstallError): CommandError {
  const unreachable =
    'check that it runs and that the address is right; change it with --url, SIGNALPOST_URL or `signalpost login`'
  const advice = error.code === null ? unreachable : ADVICE[error.code]
  const message = error.message.replace('send confirm_foreign_hosts: true', 'give --confirm-foreign-hosts')
  return new CommandError(message, advice, error.code ?? 'unreachable')
}
