import Type, { type Static } from 'typebox'
import { Nullable } from '../../../kernel/operation/shape.ts'
import { pause } from '../../../kernel/scheduling/pause.ts'
import type { Page } from '../page.ts'
import { decodeHTML } from './entities.ts'
import { sourceOf, written } from './text.ts'

/** The parts of a page, as far as its markup shows them without scripts. */
export type Outline = Static<typeof PageOutline>
const PageOutline = Type.Object({
  title: Nullable(Type.String()),
  description: Nullable(Type.String()),
  language: Nullable(Type.String()),
  headings: Type.Array(Type.Object({ level: Type.Integer(), text: Type.String() })),
  links: Type.Object({
    internal: Type.Integer(),
    external: Type.Integer(),
    nofollow: Type.Integer(),
    first: Type.Array(Type.String({ description: 'Addresses, the first of those to other pages' })),
  }),
  /** Percent of its text that `data-nosnippet` keeps from snippets and answers. */
  nosnippet: Type.Integer(),
  /** Whether the page is longer than the part that was read. */
  cut: Type.Boolean(),
})

/** Octets read of a page, and in one step: a page of nothing but links takes milliseconds for each step. */
const MOST = 512 * 1024
const PIECE = 4 * 1024
const MOST_HEADINGS = 40
const MOST_LINKS = 40
const MOST_COUNTED = 5000
const LONGEST = 300

/** Reads a page in steps, so that other work gets turns in between. Null for anything but HTML. */
export async function readOutline({ url, headers, body, truncated }: Page): Promise<Outline | null> {
  const type = headers.get('content-type')
  if (type && !/html/i.test(type)) return null
  const { text, octets } = sourceOf(body.subarray(0, MOST), type)
  const outline: Outline = {
    title: null,
    description: null,
    language: null,
    headings: [],
    links: { internal: 0, external: 0, nofollow: 0, first: [] },
    nosnippet: 0,
    cut: truncated || body.length > MOST,
  }
  const page = piecesOf(written(text, octets))
  const letters = { all: 0, kept: 0 }
  const rewriter = weighing(letters, collecting(outline, url))
  await rewriter.transform(new Response(page)).text()
  outline.nosnippet = letters.all === 0 ? 0 : Math.round((100 * letters.kept) / letters.all)
  outline.title &&= tidy(outline.title)
  outline.headings = outline.headings.map(({ level, text }) => ({ level, text: tidy(text) })).filter(({ text }) => text)
  return outline
}

function piecesOf(markup: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(markup)
  let at = 0
  return new ReadableStream({
    async pull(controller) {
      await pause()
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(at, at + PIECE))
      at += PIECE
    },
  })
}

/** Text comes in parts; each part belongs to the element that began last. */
function collecting(outline: Outline, url: string): HTMLRewriter {
  const { headings, links } = outline
  const seen = new Set<string>()
  const { host } = new URL(url)
  let titles = 0
  return new HTMLRewriter()
    .on('html', {
      element: (tag) => {
        outline.language ??= tag.getAttribute('lang')?.slice(0, 35) || null
      },
    })
    .on('title', {
      element: () => {
        titles++
      },
      // Drawings (SVG) have titles too; the first title is that of the page.
      text: ({ text }) => {
        if (titles === 1) outline.title = ((outline.title ?? '') + text).slice(0, LONGEST)
      },
    })
    .on('meta[name="description" i]', {
      element: (tag) => {
        outline.description ??= tidy(tag.getAttribute('content') ?? '') || null
      },
    })
    .on('h1, h2, h3', {
      element: ({ tagName }) => {
        if (headings.length < MOST_HEADINGS) headings.push({ level: Number(tagName[1]), text: '' })
      },
      text: ({ text }) => {
        const last = headings.at(-1)
        if (last) last.text = (last.text + text).slice(0, LONGEST)
      },
    })
    .on('a[href]', {
      element: (tag) => {
        if (links.internal + links.external >= MOST_COUNTED) {
          outline.cut = true
          return
        }
        const to = URL.parse(decodeHTML(tag.getAttribute('href') ?? ''), url)
        if (!to || !/^https?:$/.test(to.protocol)) return
        links[to.host === host ? 'internal' : 'external']++
        if (/\b(nofollow|ugc|sponsored)\b/i.test(tag.getAttribute('rel') ?? '')) links.nofollow++
        to.hash = ''
        if (to.href === url || seen.has(to.href) || seen.size >= MOST_LINKS) return
        seen.add(to.href)
        links.first.push(to.href.slice(0, 2 * LONGEST))
      },
    })
}

/** Google heeds it at these elements alone (developers.google.com/search/docs/crawling-indexing/robots-meta-tag). */
const KEPT_ELEMENTS = ['span', 'div', 'section'].map((name) => `${name}[data-nosnippet]`).join(', ')

function weighing(letters: { all: number; kept: number }, rewriter: HTMLRewriter): HTMLRewriter {
  let [kept, unread] = [0, 0]
  return rewriter
    .on(KEPT_ELEMENTS, {
      element: (tag) => {
        kept++
        tag.onEndTag(() => {
          kept--
        })
      },
    })
    .on('script, style, template, noscript', {
      element: (tag) => {
        unread++
        tag.onEndTag(() => {
          unread--
        })
      },
    })
    .on('body', {
      text: ({ text }) => {
        if (unread > 0) return
        const some = text.replace(/\s+/g, '').length
        letters.all += some
        if (kept > 0) letters.kept += some
      },
    })
}

const tidy = (text: string): string => decodeHTML(text).replace(/\s+/g, ' ').trim().slice(0, LONGEST)
