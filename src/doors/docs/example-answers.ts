/** Recorded answers and refusals for each operation's example: `test/contract` asks again and compares. */
import { readFileSync } from 'node:fs'
import type { FaultCode } from '../../kernel/operation/fault.ts'
import answers from './example-answers.jsonl' with { type: 'file' }
import faults from './example-faults.jsonl' with { type: 'file' }

/** The whole answer: the JSON envelope, or a file's text. */
export const exampleAnswer = (operation: string): unknown => answered().get(operation)

/** An envelope with this code. */
export const exampleFault = (code: FaultCode): unknown => refused().get(code)

const answered = read(answers)
const refused = read(faults)

/** A name and its value on each line, read when it is first needed. */
function read(file: string): () => ReadonlyMap<string, unknown> {
  let known: Map<string, unknown> | undefined
  return () => {
    known ??= new Map(
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as [string, unknown]),
    )
    return known
  }
}
