/** How a receiver verifies an event, without a library, in five languages. `test/docs/verifying.test.ts` runs them. */
import go from './verifying/go.txt' with { type: 'text' }
import php from './verifying/php.txt' with { type: 'text' }
import python from './verifying/python.txt' with { type: 'text' }
import ruby from './verifying/ruby.txt' with { type: 'text' }
import typescript from './verifying/typescript.txt' with { type: 'text' }

const WRITTEN = { TypeScript: typescript, Python: python, PHP: php, Go: go, Ruby: ruby }

/** Snippets with the public key of the webhook. */
export const snippetsFor = (public_key: string): { language: string; text: string }[] =>
  Object.entries(WRITTEN).map(([language, text]) => ({ language, text: text.replaceAll('PUBLIC_KEY', public_key) }))
