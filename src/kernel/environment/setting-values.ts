/** Reads the text of a setting; throws with the reason when it is not of its shape. */
import { X509Certificate } from 'node:crypto'
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { asTimeZone } from '../time/clock.ts'
import { parseNetworks } from '../web-fetch/addresses.ts'

export type Listen = { hostname: string; port: number } | { unix: string }

/**
 * The value without line end and without the pair of quotes around it: systemd and our settings file take the quotes off,
 * `docker run --env-file` hands them on (docker/compose#8479), and a value means the same wherever it is read.
 */
export const withoutQuotes = (text: string): string => text.replace(/[\r\n]+$/, '').replace(/^(["'])(.*)\1$/s, '$2')

/** A path on this machine. `~/` is the home folder; nothing else that only a shell expands passes. */
export function readPath(text: string): string {
  if (text === '') return ''
  if (text !== text.trim()) throw new Error(`"${text}" begins or ends with a blank`)
  if (/^~(?!\/|$)/.test(text)) throw new Error(`"${text}" names the home of another account: write the whole path`)
  if (/[$`]|^%\w/.test(text) || /^["']|["']$/.test(text))
    throw new Error(`"${text}" is not expanded, as no shell reads it: write the whole path, or ~/ for the home folder`)
  return text === '~' || text.startsWith('~/') ? join(homedir(), text.slice(1)) : resolve(text)
}

export function readListen(text: string): Listen {
  if (text.startsWith('unix:/')) return { unix: text.slice(5) }
  const match = /^(?:\[([0-9a-fA-F:]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text)
  const port = Number(match?.[3])
  if (!match || port > 65_535) throw new Error(`"${text}" is not ADDRESS:PORT or unix:/path`)
  return { hostname: match[1] ?? match[2]!, port }
}

export function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`"${text}" is not an http(s) address`)
  return url.href
}

export function readOrigin(text: string): string {
  const url = new URL(readAddress(text))
  if (url.pathname !== '/' || url.search || url.hash || url.username)
    throw new Error(`"${text}" must be a bare address such as https://push.agency.example`)
  return url.origin
}

/** Origins of pages, as browsers send them in `Origin`. */
export function readOrigins(text: string): string[] {
  const origins = readList(text)
  if (origins.includes('*')) throw new Error('must name each origin: with * every site could call the API')
  return origins.map(readOrigin)
}

function readList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}

export function readNetworks(text: string): string[] {
  parseNetworks(text)
  return readList(text)
}

export function readSwitch(text: string): boolean {
  if (!/^[01]$/.test(text)) throw new Error('must be 0 or 1')
  return text === '1'
}

export function readDays(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new Error('must be a number of days, or 0')
  return Number(text)
}

export function readCount(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new Error('must be a number from 0 to 999')
  return Number(text)
}

/** A folder, as a whole path, or a bucket with or without a prefix. */
export function readPlace(text: string): string {
  if (text === '' || /^s3:\/\/[a-z0-9][a-z0-9.-]+(\/[\w./-]*)?$/.test(text)) return text.replace(/\/+$/, '')
  const path = readPath(text)
  if (!/^[/~]/.test(text)) throw new Error(`"${text}" is neither a folder that begins with / nor s3://bucket/prefix`)
  return path
}

/** Every MaxMind DB has these bytes near its end. */
const GEO_MARK = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')

export function readGeoFile(text: string): string {
  if (
    text !== '' &&
    !readFileSync(readPath(text))
      .subarray(-128 * 1024)
      .includes(GEO_MARK)
  )
    throw new Error(`"${text}" is no MaxMind DB (.mmdb)`)
  return readPath(text)
}

function bundleAt(text: string): string {
  try {
    return readFileSync(readPath(text), 'utf8')
  } catch (error) {
    throw new Error(`"${text}" cannot be read: ${(error as Error).message}`)
  }
}

/** The certificates of a PEM file; text between them is left out, as in the bundles of systems. */
export function readCaFile(text: string): string[] {
  if (text === '') return []
  const found = bundleAt(text).match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs)
  if (!found) throw new Error(`"${text}" has no certificate in PEM (-----BEGIN CERTIFICATE-----)`)
  for (const [at, certificate] of found.entries()) {
    try {
      new X509Certificate(certificate)
    } catch {
      throw new Error(`"${text}" is broken: its certificate ${at + 1} of ${found.length} cannot be read`)
    }
  }
  return found
}

const HASH_LINE = /^([0-9A-Fa-f]{40})(:|\r?$)/
/** In a file sorted by count already the first few hashes are out of order. */
const SAMPLE_BYTES = 64 * 1024

export function readHashFile(text: string): string {
  if (text === '') return text
  const bytes = Buffer.alloc(SAMPLE_BYTES)
  const fd = openSync(readPath(text), 'r')
  const read = readSync(fd, bytes, 0, bytes.length, 0)
  closeSync(fd)
  const lines = bytes.toString('latin1', 0, read).split('\n')
  if (read === SAMPLE_BYTES || (lines.length > 1 && lines.at(-1) === '')) lines.pop()
  const hashes = lines.map((line) => HASH_LINE.exec(line)?.[1]?.toLowerCase())
  const strange = hashes.indexOf(undefined)
  if (strange >= 0) throw new Error(`"${text}" has no SHA-1 hash in line ${strange + 1}`)
  if (hashes.some((hash, n) => n > 0 && hash! < hashes[n - 1]!))
    throw new Error(`"${text}" is not sorted by hash: take the list that is, or sort it: LC_ALL=C sort`)
  return readPath(text)
}

export function readRecipients(text: string): string[] {
  const recipients = text.split(/[\s,]+/).filter(Boolean)
  const strange = recipients.find((one) => !/^age1[0-9a-z]{50,}$/.test(one))
  if (strange) throw new Error(`"${strange}" is no age recipient: they begin with age1`)
  return recipients
}

export function readOptionalAddress(text: string): string {
  return text === '' ? '' : readAddress(text)
}

/** A folder on the web; plain http only on this machine. */
export function readFolderAddress(text: string): string {
  if (text === '') return ''
  const url = new URL(readAddress(text))
  if (url.protocol !== 'https:' && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname))
    throw new Error(`"${text}" must be an https address`)
  if (url.search || url.hash || url.username) throw new Error(`"${text}" must be the bare address of a folder`)
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}

export function readSigners(text: string): string[] {
  const keys = text.split(/[\s,]+/).filter(Boolean)
  const strange = keys.find((key) => !/^RW[A-Za-z0-9+/]{54}$/.test(key))
  if (strange) throw new Error(`"${strange}" is no public key of minisign: they begin with RW`)
  return keys
}

export function readZone(text: string): string {
  const zone = asTimeZone(text)
  if (zone === null) throw new Error(`"${text}" is no time zone such as Europe/Vienna`)
  return zone
}

/** Checked as a tag alone: translations may come with a later version. */
export function readLanguage(text: string): string {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? 'en'
  } catch {
    throw new Error(`"${text}" is no language such as de or pt-BR`)
  }
}

export function readOne<const T extends string>(...choices: T[]): (text: string) => T {
  return (text) => {
    if (!choices.includes(text as T)) throw new Error(`must be one of ${choices.filter(Boolean).join(', ')}`)
    return text as T
  }
}

/** Secret keys, one a line: the current one, then older ones. */
export function readKeys(text: string): string[] {
  const keys = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
  if (keys.some((key) => key.length < 32)) throw new Error('must have at least 32 characters (each line is a key)')
  return keys
}
