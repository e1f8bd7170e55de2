import Type from 'typebox'
import { Nullable } from '../../kernel/shape.ts'
import { FLAGS } from './facts.ts'

/** What was left out of a customer's list of URLs, each in its original spelling. */
export const DroppedUrls = Type.Object({
  duplicates: Type.Array(
    Type.Object({
      url: Type.String({ description: 'The form that is kept, which had come before' }),
      given: Type.String(),
    }),
  ),
  invalid: Type.Array(Type.Object({ given: Type.String(), reason: Type.String() })),
})

/** How many entries were given, and what became of them. */
export const takenCounts = {
  given: Type.Integer({ minimum: 0 }),
  valid: Type.Integer({ minimum: 0, description: 'Different valid URLs' }),
  duplicates: Type.Integer({ minimum: 0 }),
  invalid: Type.Integer({ minimum: 0 }),
}

/** What the pre-flight found out about one URL. */
export const PreflightFacts = Type.Object({
  url: Type.String(),
  flags: Type.Array(Type.Enum(FLAGS)),
  fix: Nullable(Type.String({ description: 'What to do about each flag, one a line' })),
  final_url: Type.String({ description: 'Where the redirects ended' }),
  status: Nullable(
    Type.Integer({ description: 'What the final URL answered; null when it was not asked or did not answer' }),
  ),
  chain: Type.Array(Type.Object({ url: Type.String(), status: Nullable(Type.Integer()) }), {
    description: 'Every request made, in order',
  }),
  robots: Type.Object({
    verdict: Type.Enum(['allowed', 'blocked', 'unknown']),
    rule: Nullable(Type.Object({ line: Type.Integer(), text: Type.String() })),
  }),
  noindex: Nullable(Type.Object({ source: Type.Enum(['meta', 'header']), directive: Type.String() })),
  canonical: Nullable(Type.String()),
  warnings: Type.Array(Type.String({ description: 'Worth knowing, but no reason to hold the page back' })),
})
