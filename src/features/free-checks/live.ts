/** The two checks that ask the live engine. They cost money, within the operator's budget for the day. */

import { askDirectly, type DirectAnswer } from '../../domains/checks/index.ts'
import type { Outline } from '../../domains/preflight/index.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { text } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import type { Time } from '../../kernel/time/clock.ts'
import { freeCheckSettings, spentToday } from './caps.ts'
import type { FreeCheckRow } from './tables.ts'
import { type FreeCheckOutcome, xrayPage } from './xray.ts'

/** Whether a page is shown. */
export type PageInIndex = {
  url: string
  indexed: 'yes' | 'no' | 'unknown'
  evidence: string
  simulated: boolean
  looked_at: Time
}

type Source = { url: string; title: string | null; own: boolean }

/** Whether a domain is among the sources of an answer; `cited` is the first of its own, from 1. */
export type AnswerCitation = {
  domain: string
  question: string
  surface: 'google_ai_mode'
  cited: number | null
  /** The first 20. */
  references: Source[]
  simulated: boolean
  looked_at: Time
}

/** Whether a domain is in the results of a search; `place` is its first position, from 1. */
export type SearchPosition = {
  domain: string
  question: string
  place: number | null
  results: Source[]
  simulated: boolean
  looked_at: Time
}

export async function checkPage(app: App, check: FreeCheckRow, signal: AbortSignal): Promise<FreeCheckOutcome> {
  const answer = await ask(app, check, { url: check.asked }, signal)
  if (answer.state !== 'answered' || !('indexed' in answer.found)) return { failure: unanswered(answer) }
  const { indexed, evidence } = answer.found
  const { simulated } = answer
  return {
    result: { url: check.asked, indexed, evidence, simulated, looked_at: app.clock.now() } satisfies PageInIndex,
  }
}

export async function checkDomain(app: App, check: FreeCheckRow, signal: AbortSignal): Promise<FreeCheckOutcome> {
  const question = check.question ?? (await questionFor(app, check.domain, signal))
  const answer = await ask(app, check, { query: question, near: check.domain }, signal)
  if (answer.state !== 'answered' || !('results' in answer.found)) return { failure: unanswered(answer) }
  const { surface, results } = answer.found
  const sources = results
    .slice(0, surface ? 20 : 10)
    .flatMap(({ url, title = null }) => (url === null ? [] : [{ url, title, own: isOf(check.domain, url) }]))
  const place = 1 + sources.findIndex(({ own }) => own) || null
  const common = { domain: check.domain, question, simulated: answer.simulated, looked_at: app.clock.now() }
  return surface
    ? { result: { ...common, surface, cited: place, references: sources } satisfies AnswerCitation }
    : { result: { ...common, place, results: sources } satisfies SearchPosition }
}

type Question = Parameters<typeof askDirectly>[1]

/** Asks within the day's budget: the price is reserved in the row before the call and corrected after it. */
async function ask(app: App, { seq }: FreeCheckRow, question: Question, signal: AbortSignal): Promise<DirectAnswer> {
  const pay = (tx: Tx, usd: number) => tx.run('update free_checks set cost_usd = ? where seq = ?', usd, seq)
  const book = (tx: Tx, price: number) => {
    const { daily_usd } = freeCheckSettings(tx)
    if (price > 0 && spentToday(tx) + price > daily_usd) return false
    return pay(tx, price) > 0
  }
  const answer = await askDirectly(app, question, book, signal)
  if (answer.state !== 'closed') app.db.write((tx) => pay(tx, answer.cost_usd))
  return answer
}

function unanswered(answer: DirectAnswer): string {
  if (answer.state !== 'closed') return text('The live search gave no answer. Try again later.')
  return answer.why === 'no_engine'
    ? text('Live searches are not offered at the moment.')
    : text('Today’s live searches are used up. Come back after 00:00 UTC.')
}

/** The domain itself or a subdomain. */
function isOf(domain: string, url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return host === domain || host.endsWith(`.${domain}`)
}

/** A question that a customer might ask who does not know the domain, from the text of its home page. */
async function questionFor(app: App, domain: string, signal: AbortSignal): Promise<string> {
  const { result } = await xrayPage(app, `https://${domain}/`, signal)
  const topic = result.page && topicOf(domain, result.page)
  if (!topic) return `What is ${domain}?`
  return /^en\b/i.test(result.page?.language ?? 'en') ? `Who is good at ${topic}?` : topic
}

/** The longest part of the title, or else a heading, that is not just the name. */
export function topicOf(domain: string, { title, headings, description }: Outline): string | null {
  const name = plain(domain.split('.').at(-2) ?? domain)
  // Blanks are joined first: the expression would start again at each blank of a long run.
  const parts = (title ?? '').replace(/\s+/g, ' ').split(/ [|–—·•:»-] |: /)
  const candidates = [
    ...parts.toSorted((a, b) => b.length - a.length),
    ...headings.map(({ text }) => text),
    description ?? '',
  ]
  const topic = candidates.find((text) => text.trim().length > 3 && !plain(text).includes(name))
  return topic ? topic.trim().slice(0, 120) : null
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
