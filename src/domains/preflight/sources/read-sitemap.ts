/** All pages that an address lists, in memory: for the command line and for the list of a push. */
import { pacer } from '../../../kernel/scheduling/pause.ts'
import { SourceReader } from './reader.ts'
import { type Entry, SourceError } from './source-error.ts'
import { listsFiles, MOST_FILES, Walk } from './walk.ts'

export type Sitemap = {
  entries: Entry[]
  files: number
  /** Files of an index on another host, which may not list pages for this one. */
  elsewhere: string[]
  /** Files of which only the first part was read. */
  cut: number
}

/** Gets a file and passes on its octets as they come; true when the rest was left out. Throws SourceError. */
export type Download = (url: string, take: (bytes: Uint8Array) => Promise<void>) => Promise<boolean>

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

/** Reads the sitemap, feed or list at an address; for an index, the sitemaps that it lists. */
export async function readSitemap(
  address: string,
  { download, wanted, read, most_files = MOST_FILES, most_pages = Infinity, signal }: Reading,
): Promise<Sitemap> {
  const walk = new Walk(address, most_files)
  const found: Sitemap = { entries: [], files: 0, elsewhere: walk.elsewhere, cut: 0 }
  const turn = pacer()
  const breathe = () => {
    if (signal?.aborted) throw new SourceError(`${address} was not read to its end`, 'try again')
    return turn()
  }
  for (let file = walk.next(); file && found.entries.length < most_pages; file = walk.next()) {
    const reader = new SourceReader(file.url)
    const listed: Entry[] = []
    const cut = await download(file.url, async (bytes) => {
      for (const _ of reader.write(bytes)) {
        listed.push(...reader.take())
        await breathe()
      }
    })
    reader.end(cut)
    listed.push(...reader.take())
    found.files++
    if (reader.is_cut) found.cut++
    read?.(found.files)
    if (listsFiles(reader.kind)) walk.add(file, listed, wanted)
    else for (const entry of listed.slice(0, most_pages + 1 - found.entries.length)) found.entries.push(entry)
    if (reader.next) walk.follow(file, reader.next)
  }
  return found
}
