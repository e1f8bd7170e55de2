/** The links of an order: lines of a file or of stdin, or the pages of a sitemap. */
import {
  type Entry,
  inWords,
  readDate,
  readList,
  readSitemap,
  SourceError,
  textOfFile,
} from '../../domains/preflight/index.ts'
import { counted } from '../../kernel/operation/wording.ts'
import { at, DAY, HOUR, MINUTE, millis, systemClock } from '../../kernel/time/clock.ts'
import { downloadSitemap } from '../../upstream/sitemap.ts'
import {
  type CommandArgument,
  CommandError,
  type Options,
  textOf,
  UsageError,
  type Values,
} from '../framework/command.ts'
import { createBar, tell } from '../framework/terminal.ts'
import { readBytes } from './local-file.ts'

export const LINKS: CommandArgument = {
  name: 'FILE',
  meaning:
    'a file of links: a list (# begins a comment), a table such as a CSV export, or a saved sitemap; - for stdin; or the URL of a sitemap, which this machine fetches',
  file: true,
}

export const SINCE: Options = {
  since: {
    value: 'WHEN',
    meaning: 'sitemap only: pages whose <lastmod> is after this time, such as 36h, 7d or 2026-11-20',
  },
}

/** Links, the position of each in the input, lines that have none, and how the input was read, where that is news. */
export type Links = {
  urls: string[]
  where: string[]
  left?: { given: string; reason: string; where: string }[]
  how?: string | null
}

export async function linksOf(words: readonly string[], options: Values): Promise<Links> {
  const [source] = words
  const since = textOf(options, 'since')
  if (isSitemap(source)) return pagesOf(source, since, options.quiet === true)
  if (since !== undefined) throw new UsageError('--since goes with the address of a sitemap', 'leave it out')
  const name = source === undefined || source === '-' ? 'stdin' : `"${source}"`
  const advice = 'write one full URL on each line, such as https://bakery.example/menu'
  const file = await textOfFile(await bytesFrom(source))
  if ('refused' in file) throw new CommandError(`${name} ${file.refused}`, advice)
  const { entries, reading } = await readList(file.text)
  if (entries.length === 0) throw new CommandError(`${name} contains no links`, advice)
  if (!entries.some(({ given, reason }) => reason === undefined && isSitemap(given)))
    throw new CommandError(`${name} contains no links: no line has an http:// or https:// address`, advice)
  return { ...placed(entries), how: inWords(reading) }
}

function placed(entries: Awaited<ReturnType<typeof readList>>['entries']): Links {
  const found = entries.map(({ line, ...entry }, i) => ({ ...entry, where: line ? `line ${line}` : `link ${i + 1}` }))
  const kept = found.filter(({ reason }) => reason === undefined)
  const left = found.flatMap(({ given, reason, where }) => (reason === undefined ? [] : [{ given, reason, where }]))
  return { urls: kept.map(({ given }) => given), where: kept.map(({ where }) => where), left }
}

/** Whether it is an address; instead of a file, that is a sitemap to fetch. */
export const isSitemap = (source: string | undefined): source is string => /^https?:\/\//i.test(source ?? '')

async function bytesFrom(source: string | undefined): Promise<Uint8Array> {
  if (source !== undefined && source !== '-') return readBytes(source)
  if (process.stdin.isTTY && source === undefined)
    throw new UsageError(
      'give a file with links, a sitemap, or - and the links on stdin',
      'such as: signalpost push links.txt',
    )
  return new Uint8Array(await Bun.stdin.arrayBuffer())
}

async function pagesOf(address: string, since: string | undefined, quiet: boolean): Promise<Links> {
  if (!URL.canParse(address)) throw new UsageError(`"${address}" is not an address`, 'check it in a browser')
  const from = since === undefined ? null : momentOf(since)
  const changed = (lastmod: string | null) => from === null || (lastmod !== null && endOf(lastmod) >= from)
  const bar = createBar(quiet)
  try {
    const { entries, files, left, words, nothing } = await readSitemap(address, {
      download: downloadSitemap,
      wanted: ({ lastmod }) => lastmod === null || changed(lastmod),
      read: (done) => bar.draw(done, done, 'sitemaps read'),
    })
    bar.clear()
    for (const why of left) tell(`not read: ${why}`)
    if (words && !quiet) tell(words)
    if (nothing) throw new CommandError(nothing, 'look at it in a browser')
    return chosen(entries, changed, { from, files, quiet })
  } catch (error) {
    bar.clear()
    throw error instanceof SourceError ? new CommandError(error.message, adviceOf(error, address)) : error
  }
}

/** A person who names a page that links to no list probably means the page itself. */
const adviceOf = ({ message, advice, is_other, offers }: SourceError, address: string): string =>
  is_other && offers.length === 0 && message.startsWith(`${address} `)
    ? `to push that one page: echo ${address} | signalpost push -`
    : advice

function chosen(
  entries: Entry[],
  changed: (lastmod: string | null) => boolean,
  { from, files, quiet }: { from: number | null; files: number; quiet: boolean },
): Links {
  const urls = entries.filter(({ lastmod }) => changed(lastmod)).map(({ url }) => url)
  if (!quiet)
    tell(
      `${counted(files, 'sitemap')}: ${counted(entries.length, 'page')}${from === null ? '' : `, ${counted(urls.length, 'page')} changed since ${at(from).slice(0, 16)}Z`}`,
    )
  const undated = from === null ? 0 : entries.filter(({ lastmod }) => lastmod === null).length
  if (undated && !quiet) tell(`left out: ${counted(undated, 'page')} without a <lastmod>`)
  return { urls, where: urls.map((_, i) => `page ${i + 1}`) }
}

const UNITS: Record<string, number> = { m: MINUTE, h: HOUR, d: DAY, w: 7 * DAY }

function momentOf(text: string): number {
  const [, n, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? []
  if (n) return millis(systemClock.now()) - Number(n) * UNITS[unit!]!
  const moment = /^\d{4}-\d\d-\d\d/.test(text) ? millis(text) : Number.NaN
  if (Number.isNaN(moment)) throw new UsageError(`--since cannot be "${text}"`, 'write 36h, 7d or 2026-11-20')
  return moment
}

/** A day without a time lasts until its end; an unreadable date counts as changed. */
function endOf(lastmod: string): number {
  const date = readDate(lastmod)
  if (!date) return Number.POSITIVE_INFINITY
  return date.lasts >= DAY ? date.ms + date.lasts : date.ms
}
