/** What the server answered to each operation's example: `test/contract/answers.test.ts` asks again and compares. */
import { readFileSync } from 'node:fs'
import file from './example-answers.jsonl' with { type: 'file' }

let known: Map<string, unknown> | undefined

/** The whole answer: the JSON envelope, or a file's text. */
export function exampleAnswer(operation: string): unknown {
  known ??= new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as [string, unknown]),
  )
  return known.get(operation)
}
