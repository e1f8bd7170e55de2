/** The screens that are opened, and the weight that each may have. */
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { assets } from '../../static/index.ts'
import { site } from '../../views/site.tsx'
import type { browserOf } from './browser.ts'
import { WALKERS, type Walker } from './crawl-seed.ts'

const BUDGET = { all: 90 * 1024, own: 16 * 1024, nodes: 4_000, moved: 0.02 }

/** It leads to an identity provider, and that of the sample cannot be reached. */
const ELSEWHERE = '/app/sso/:id/start'

export const shownScreens = (): string[] =>
  site.screens.filter(({ method, path }) => method === 'GET' && path !== ELSEWHERE).map(({ path }) => path)

/**
 * What a page of its own shows beside the frame that all pages of a person have: two people's may be the same but for
 * whose they are and what is counted. Null for a file, a part of a page, and a letter in a frame in which nothing runs.
 */
export async function drawingOf(
  walker: ReturnType<typeof browserOf<Walker>>,
  person: Walker | null,
  path: string,
): Promise<{ drawing: string; html: string } | null> {
  const { html, main, headers } = await walker.visit(person, path)
  if (!/^<!doctype html>/i.test(html) || headers.get('content-security-policy')?.includes('sandbox')) return null
  const { id, email } = person ? WALKERS[person] : { id: path, email: path }
  const shown = (main || html).replaceAll(id, 'me').replaceAll(email, 'mine')
  return { drawing: `${path.replace(ID, '*')} ${shown.replace(ID, '*').replace(/\d+/g, '0')}`, html }
}

const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

function* elementsOf(node: Tree.Node): Generator<Tree.Element> {
  if ('tagName' in node) yield node
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsOf(child)
}

/** Bytes of a page and of all that it names, as they are sent. */
export function sentOf(html: string): { own: number; all: number } {
  const own = Bun.gzipSync(html).length
  const named = new Set([...html.matchAll(/\/app\/a\/[\w.-]+/g)].map(([path]) => path))
  const sizes = [...named].map((path) => {
    const { gzip, body } = assets().get(path)!
    return (gzip?.() ?? body).length
  })
  return { own, all: own + sizes.reduce((sum, size) => sum + size, 0) }
}

export function overweight(weight: Partial<typeof BUDGET>): string[] {
  return (Object.keys(weight) as (keyof typeof BUDGET)[])
    .filter((what) => weight[what]! > BUDGET[what])
    .map((what) => `${what}: ${weight[what]} of ${BUDGET[what]}`)
}

/** The faults of a page as it is sent. */
export function wrongWith(html: string): string[] {
  const elements = [...elementsOf(parse(html))]
  const named = (name: string) => elements.filter(({ tagName }) => tagName === name).length
  const single = ['h1', 'main'].filter((name) => named(name) !== 1)
  return [...overweight({ ...sentOf(html), nodes: elements.length }), ...single]
}
