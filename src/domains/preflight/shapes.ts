import Type, { type Static } from 'typebox'
import { Shape, words } from '../../kernel/named.ts'
import { Nullable } from '../../kernel/shape.ts'

/** Why a page cannot be expected to get into the index, in the order in which flags are listed. */
export const FLAGS = words('PreflightFlag', [
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

/** What was left out of a customer's list of URLs, each in its original spelling. */
export const DroppedUrls = Type.Object({
  duplicates: Type.Array(
    Shape('DroppedDuplicate', {
      url: Type.String({ description: 'The form that is kept, which had come before' }),
      given: Type.String(),
    }),
  ),
  invalid: Type.Array(Shape('DroppedUrl', { given: Type.String(), reason: Type.String() })),
})

/** The same of an order, which repeats some of them only. */
export const DroppedFromOrder = {
  ...DroppedUrls.properties,
  dropped: Shape(
    'DroppedCounts',
    { duplicates: Type.Integer({ minimum: 0 }), invalid: Type.Integer({ minimum: 0 }) },
    {
      description:
        'How many were left out. Of either list the first 1,000 are repeated, each with the first 200 letters; POST /urls/validate tells them all',
    },
  ),
}

/** How many entries were given, and what became of them. */
export const takenCounts = {
  given: Type.Integer({ minimum: 0 }),
  valid: Type.Integer({ minimum: 0, description: 'Different valid URLs' }),
  duplicates: Type.Integer({ minimum: 0 }),
  invalid: Type.Integer({ minimum: 0 }),
}

const Robots = Shape('RobotsVerdict', {
  /** `unknown` when robots.txt gave no usable answer; the page is looked at all the same. */
  verdict: Type.Enum(['allowed', 'blocked', 'unknown']),
  /** The line of robots.txt that decided, if one did. */
  rule: Nullable(Type.Object({ line: Type.Integer(), text: Type.String() })),
})
const Noindex = Nullable(Type.Object({ source: Type.Enum(['meta', 'header']), directive: Type.String() }))

/** What the pre-flight found out about one URL. */
export type Facts = Static<typeof PreflightFacts>
export const PreflightFacts = Shape('PreflightFacts', {
  url: Type.String(),
  flags: Type.Array(Type.Enum(FLAGS), { description: "What stands in Google's way: a push leaves the page out" }),
  fix: Nullable(Type.String({ description: 'What to do about each flag, one a line' })),
  final_url: Type.String({ description: 'Where the redirects ended' }),
  status: Nullable(
    Type.Integer({ description: 'What the final URL answered; null when it was not asked or did not answer' }),
  ),
  chain: Type.Array(Type.Object({ url: Type.String(), status: Nullable(Type.Integer()) }), {
    description: 'Every request made, in order',
  }),
  robots: Robots,
  noindex: Noindex,
  canonical: Nullable(Type.String()),
  warnings: Type.Array(Type.String({ description: 'Worth knowing, but no reason to hold the page back' })),
  bing: Shape(
    'PreflightBing',
    {
      flags: Type.Array(Type.Enum(FLAGS), {
        description: "What stands in Bing's way: IndexNow is not told of the page",
      }),
      robots: Robots,
      noindex: Noindex,
    },
    { description: 'The same for Bing; `flags`, `robots` and `noindex` beside it are about Google' },
  ),
})
