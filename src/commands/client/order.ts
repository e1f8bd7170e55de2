/** Output after an order of links, a push or a check: the links left out, and the progress. */

import { counted } from '../../kernel/operation/wording.ts'
import type { Install } from '../../upstream/install.ts'
import { EXIT, numberOf, type Options, type Values } from '../framework/command.ts'
import { num, printable, say, sayJson, tell } from '../framework/terminal.ts'
import { connect } from './connection.ts'
import { followJob, type Job, patienceIn } from './job.ts'
import { isSitemap, type Links, linksOf } from './links.ts'

export const LIMIT: Options = {
  'max-credits': {
    value: 'N',
    meaning: 'refuse the order if it would reserve more credits (index and check credits in total)',
  },
}

export function limitIn(options: Values): { max_credits?: number } {
  const max_credits = numberOf(options, 'max-credits', [0, 999_999_999], 'a number of credits')
  return max_credits === undefined ? {} : { max_credits }
}

/** The install and the links. Local files are read first, because their names are most often mistyped. */
export async function takeOrder(
  words: readonly string[],
  options: Values,
): Promise<{ install: Install; links: Links }> {
  patienceIn(options)
  if (isSitemap(words[0])) return { install: connect(options), links: await linksOf(words, options) }
  const links = await linksOf(words, options)
  return { install: connect(options), links }
}

/** Reports the order and the links left out, and follows it where that is wanted; returns the exit code. */
export async function follow(
  install: Install,
  job: Job & Dropped & Warned,
  links: Links,
  options: Values,
  json: boolean,
): Promise<number> {
  const dropped = allDropped(job, links)
  const { duplicates, invalid } = dropped
  if (!json) {
    tellDropped(dropped, links)
    tellWarning(job)
    say(ordered(job, dropped))
  } else if (options.wait !== true) sayJson({ ...job, ...dropped })
  const whole = invalid.length ? EXIT.partly : EXIT.well
  if (options.wait === true)
    return Math.max(whole, await followJob(install, job, options, json, { duplicates, invalid }))
  if (!json && options.quiet !== true && process.stderr.isTTY) tell(`follow it: signalpost status ${job.id} --wait`)
  return whole
}

/** A sitemap without a change is no failure: a nightly run has nothing to do then. */
export function sayNothingToOrder(json: boolean): number {
  if (json) sayJson(null)
  else tell('nothing to push or check: no page changed')
  return EXIT.well
}

/** Links of an order that were left out, each with its place and the reason. */
export type Dropped = {
  duplicates: { given: string; url: string }[]
  invalid: { given: string; reason: string }[]
  /** Totals in the answer to an order, which names only the first thousand. */
  dropped?: { duplicates: number; invalid: number }
}

/** With the lines that were not sent, because they have no link. */
export function allDropped({ duplicates, invalid, dropped }: Dropped, { left = [] }: Links): Dropped {
  const all = { duplicates, invalid: [...left.map(({ given, reason }) => ({ given, reason })), ...invalid] }
  return dropped ? { ...all, dropped: { ...dropped, invalid: dropped.invalid + left.length } } : all
}

/** A push may name links of other clients. */
export type Warned = { warning?: string | null }
export function tellWarning({ warning }: Warned): void {
  if (warning) tell(`note: ${printable(warning)}`)
}

/** Letters of an entry that an answer repeats. */
const LETTERS = 200

export function tellDropped({ duplicates, invalid }: Dropped, links: Links): void {
  if (links.how) tell(links.how)
  const urls = [...links.urls, ...(links.left ?? []).map(({ given }) => given)]
  const where = [...links.where, ...(links.left ?? []).map((one) => one.where)]
  const places = Map.groupBy(urls.keys(), (i) => urls[i]!.slice(0, LETTERS))
  const reasons = [
    ...duplicates.map(({ given, url }) => ({ given, reason: `the same address as ${url}, which came before` })),
    ...invalid,
  ]
  // The first of several equal lines is kept.
  const lines = reasons.toReversed().map(({ given, reason }) => {
    const i = places.get(given.slice(0, LETTERS))?.pop() ?? -1
    return {
      at: placeOf(where[i]),
      line: `left out, ${where[i] ?? 'one entry'}: ${printable(given)}: ${printable(reason)}`,
    }
  })
  for (const { line } of lines.sort((a, b) => a.at - b.at)) tell(line)
}

const placeOf = (where = ''): number => Number(/\d+/.exec(where)?.[0] ?? 0)

/** `1 link`, with how many were left out. */
export const ordered = ({ id, link_count }: Job, { duplicates, invalid, dropped }: Dropped): string => {
  const left = dropped ? dropped.duplicates + dropped.invalid : duplicates.length + invalid.length
  return `${id}: ${counted(link_count, 'link')}${left ? `, ${num(left)} left out` : ''}`
}
