import type { CallRequest } from '../../kernel/operation/call.ts'
import type { AnyOperation } from '../../kernel/operation/operation.ts'
import { fromText } from '../../kernel/operation/shape.ts'

/** Text as the input means it, without the fields that the path names. */
export function readFormInput(
  { input, path_names }: Pick<AnyOperation, 'input' | 'path_names'>,
  asked: Record<string, unknown>,
): Pick<CallRequest, 'path' | 'rest'> {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined)
  return {
    path: Object.fromEntries(path_names.map((name) => [name, String(asked[name] ?? '')])),
    rest: fromText(input, Object.fromEntries(given.filter(([name]) => !path_names.includes(name)))),
  }
}
