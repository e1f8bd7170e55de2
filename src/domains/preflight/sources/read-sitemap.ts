/** All pages that an address lists, in memory: for the command line and for the list of a push. */
import { inPlainEnglish } from '../../../kernel/language/say.ts'
import { pacer } from '../../../kernel/scheduling/pause.ts'
import { SourceReader } from './reader.ts'
import { type Entry, nothingRead, SourceError, type SourceKind } from './source-error.ts'
import { listsFiles, MOST_FILES, type SourceFile, Walk } from './walk.ts'

export type Sitemap = {
  entries: Entry[]
  files: number
  /** Files of which only the first part was read. */
  cut: number
  /** Why other files were not read, each in words that begin with its address. */
  left: string[]
  /** How a list was read, where that is news. */
  words: string | null
  /** Why there is no page, when all files were read and list none. */
  nothing: string | null
}

/** Where a file is after redirects, and its `Content-Type`. */
export type FileOrigin = { url: string; content_type: string | null }

/** Gets a file and passes on its octets as they come; true when the rest was left out. Throws SourceError. */
export type Download = (
  url: string,
  take: (bytes: Uint8Array, origin?: FileOrigin) => Promise<void>,
) => Promise<boolean>

type Reading = {
  download: Download
  /** Returns false to skip a file of an index, for example by its date. */
  wanted?(file: Entry): boolean
  read?(files: number): void
  most_files?: number
  /** Reading stops after this many pages, plus one that shows there are more. */
  most_pages?: number
  signal?: AbortSignal
}

/** Reads the sitemap, feed or list at an address; for an index, the sitemaps that it lists, as far as they can be read. */
export async function readSitemap(address: string, reading: Reading): Promise<Sitemap> {
  const found: Sitemap = { entries: [], files: 0, cut: 0, left: [], words: null, nothing: null }
  try {
    await readInto(found, address, reading)
  } catch (error) {
    if (!reading.signal?.aborted || found.entries.length === 0) throw error
    found.left.push(`the rest of ${address} took too long`)
  }
  return found
}

async function readInto(found: Sitemap, address: string, reading: Reading): Promise<void> {
  const { wanted, read, most_files = MOST_FILES, most_pages = Infinity, signal } = reading
  const walk = new Walk(address, most_files)
  const first = { kind: null as SourceKind | null, nameless: 0, url: address }
  /** One file that cannot be read does not stop the others; the first one does. */
  const tried = async <T>(work: () => T | Promise<T>, is_first = false): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      if (is_first || signal?.aborted || !(error instanceof SourceError)) throw error
      found.left.push(error.message)
      return undefined
    }
  }
  const next = async (): Promise<SourceFile | undefined> => {
    const file = await tried(() => walk.next())
    const robots = file ? null : walk.robots(first.url)
    if (!robots) return file
    walk.allow((await quietly(robots, reading))?.listed ?? [])
    return tried(() => walk.next())
  }
  for (let file = await next(); file && found.entries.length < most_pages; file = await next()) {
    const current = file
    const is_first = current.url === address
    const one = await tried(() => readOne(current.url, reading), is_first)
    if (!one) continue
    const { reader, listed, url } = one
    found.files++
    if (reader.is_cut) found.cut++
    read?.(found.files)
    first.nameless += reader.nameless
    found.words ??= reader.words && inPlainEnglish(reader.words)
    if (is_first) [first.kind, first.url] = [reader.kind, url]
    if (listsFiles(reader.kind)) await tried(() => walk.add(current, listed, wanted, url))
    else for (const entry of listed.slice(0, most_pages + 1 - found.entries.length)) found.entries.push(entry)
    if (reader.next) walk.follow(current, reader.next)
  }
  for (const url of walk.elsewhere) found.left.push(`${url} is on another host: give its address`)
  if (found.entries.length > 0) return
  found.nothing = inPlainEnglish(nothingRead(address, first))
  const left = found.left.slice(0, 3).join('; ')
  if (found.files === 1 && found.left.length > 0 && found.left.length === walk.elsewhere.length)
    throw new SourceError(`${address} names no sitemap of its own host. Not read: ${left}`, CROSS)
  if (found.left.length) throw new SourceError(`${found.nothing}. Not read: ${left}`, CHECK)
}

const CHECK = 'check these addresses in a browser'
const CROSS = 'sitemaps of other hosts that robots.txt of the site names are read too'

async function quietly(url: string, reading: Reading) {
  try {
    return await readOne(url, reading)
  } catch (error) {
    if (reading.signal?.aborted || !(error instanceof SourceError)) throw error
    return null
  }
}

async function readOne(url: string, { download, signal }: Reading) {
  const turn = pacer()
  let reader: SourceReader | null = null
  let at = url
  const listed: Entry[] = []
  const cut = await download(url, async (bytes, origin) => {
    at = origin?.url ?? url
    reader ??= new SourceReader(at, origin?.content_type)
    for (const _ of reader.write(bytes)) {
      listed.push(...reader.take())
      if (signal?.aborted) throw new SourceError(`${url} was not read to its end`, 'try again')
      await turn()
    }
  })
  const whole = (reader as SourceReader | null) ?? new SourceReader(url)
  whole.end(cut)
  listed.push(...whole.take())
  return { reader: whole, listed, url: at }
}
