import Type, { type Static } from 'typebox'
import type { Stored } from '../../kernel/language/say.ts'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Nullable } from '../../kernel/operation/shape.ts'

/** Why a page cannot be indexed. Flags are listed in this order. */
export const FLAGS = namedEnum('PreflightFlag', [
  'http_4xx',
  'http_5xx',
  'noindex',
  'robots_blocked',
  'redirected',
  'canonical_elsewhere',
  'unreachable',
  'private_address',
])
export type Flag = (typeof FLAGS)[number]

/** Entries left out of a customer's list of URLs, as they were given. */
export const DroppedUrls = Type.Object({
  duplicates: Type.Array(
    Shape('DroppedDuplicate', {
      url: Type.String({ description: 'The stored form, which an earlier entry already had' }),
      given: Type.String(),
    }),
  ),
  invalid: Type.Array(Shape('DroppedUrl', { given: Type.String(), reason: Type.String() })),
  reading: Type.Optional(
    Type.String({
      description: 'How `urls` was read: the column taken, and what was ignored. Only where that is news',
    }),
  ),
})

/** The same in the answer to an order, which repeats only some. */
export const DroppedFromOrder = {
  ...DroppedUrls.properties,
  dropped: Shape(
    'DroppedCounts',
    { duplicates: Type.Integer({ minimum: 0 }), invalid: Type.Integer({ minimum: 0 }) },
    {
      description:
        'How many were left out. Each list has the first 1,000, cut to 200 characters; POST /urls/validate returns all',
    },
  ),
}

/** Numbers of entries by result. */
export const takenCounts = {
  given: Type.Integer({ minimum: 0 }),
  valid: Type.Integer({ minimum: 0, description: 'Different valid URLs' }),
  duplicates: Type.Integer({ minimum: 0 }),
  invalid: Type.Integer({ minimum: 0 }),
}

const Robots = Shape('RobotsVerdict', {
  /** `unknown` when robots.txt gave no usable answer; the page is checked anyway. */
  verdict: Type.Enum(['allowed', 'blocked', 'unknown']),
  rule: Nullable(
    Type.Object({ line: Type.Integer(), text: Type.String({ description: 'Untrusted: the site chose its path' }) }),
  ),
})
const Noindex = Nullable(Type.Object({ source: Type.Enum(['meta', 'header']), directive: Type.String() }))

/** The bot protection that answered in place of a page. */
export const Challenger = Type.String({
  description:
    'Bot protection that stopped the pre-flight, such as Cloudflare, or `unknown`: the page was not checked, and a push sends it. Not there for other pages',
})

/** `engine` is a reader such as `chatgpt`. */
export type ReaderFinding = Static<typeof ReaderFinding>
export const ReaderFinding = Shape('ReaderFinding', {
  engine: Type.String({ description: 'An answer engine, as in the resource signalpost://answers' }),
  verdict: Type.Enum(['closed', 'limited', 'unknown'], {
    description: 'closed: not at all · limited: in part · unknown: robots.txt or the page could not be read',
  }),
  why: Type.String(),
  rule: Nullable(
    Type.Object({
      line: Nullable(Type.Integer({ description: 'In robots.txt; null for a rule of the page' })),
      text: Type.String({ description: 'Untrusted: the site chose it' }),
    }),
  ),
  says: Type.String(),
})

export type ReaderCounts = Static<typeof ReaderCounts>
export const ReaderCounts = Shape('ReaderCounts', {
  looked_at: Type.Integer({ minimum: 0, description: 'Links that the pre-flight judged for answer engines' }),
  closed: Type.Array(Type.Object({ engine: Type.String(), name: Type.String(), links: Type.Integer({ minimum: 1 }) }), {
    description: 'Links that each engine may not use, the most first',
  }),
})

export type ReaderHost = Static<typeof ReaderHost>
export const ReaderHost = Shape('ReaderHost', {
  origin: Type.String(),
  training_refused: Type.Array(Type.String(), {
    description:
      'Crawlers for training that robots.txt keeps out of the page that was read first: no effect on answers',
  }),
  signal: Nullable(
    Type.String({ description: 'Content-Signal lines of robots.txt, untrusted: no vendor documents to obey them' }),
  ),
  cdn: Nullable(Type.String({ description: 'Its content network, whose firewall may turn AI crawlers away' })),
})

/**
 * The pre-flight's result for one URL; `readers`: findings as their feature writes them, which it explains; `host`: with
 * the first page of each origin; `sketch`: of the text, for a page that has enough.
 */
export type Facts = Omit<Static<typeof PreflightFacts>, 'warnings'> & {
  warnings: Stored[]
  readers?: readonly string[]
  host?: ReaderHost
  sketch?: string
}
export const PreflightFacts = Shape('PreflightFacts', {
  url: Type.String(),
  flags: Type.Array(Type.Enum(FLAGS), {
    description: 'Reasons why Google cannot index it: a push leaves the page out',
  }),
  fix: Nullable(Type.String({ description: 'Advice for each flag, one per line' })),
  final_url: Type.String({ description: 'Address after the last redirect' }),
  status: Nullable(
    Type.Integer({ description: 'HTTP status of the final URL; null when it was not fetched or did not answer' }),
  ),
  chain: Type.Array(Type.Object({ url: Type.String(), status: Nullable(Type.Integer()) }), {
    description: 'Every request made, in order',
  }),
  robots: Robots,
  noindex: Noindex,
  canonical: Nullable(Type.String()),
  warnings: Type.Array(Type.String({ description: 'Minor findings; the page can be pushed' })),
  answers: Type.Optional(
    Type.Array(ReaderFinding, { description: 'Answer engines that may not use the page, or not all of it' }),
  ),
  challenged: Type.Optional(Challenger),
  bing: Shape(
    'PreflightBing',
    {
      flags: Type.Array(Type.Enum(FLAGS), {
        description: 'Reasons why Bing cannot index it: the page is not sent to IndexNow',
      }),
      robots: Robots,
      noindex: Noindex,
    },
    { description: 'The same for Bing; the outer `flags`, `robots` and `noindex` are for Google' },
  ),
})
