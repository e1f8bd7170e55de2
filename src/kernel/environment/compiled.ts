import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

/** What the schema says, compiled when it is first asked: what no request needs costs the start nothing. */
export function compiled<T extends TSchema>(schema: T) {
  const compile = () => Compile(schema)
  let made: ReturnType<typeof compile> | undefined
  const validator = () => {
    made ??= compile()
    return made
  }
  return {
    Check: (value: unknown): value is Static<T> => validator().Check(value),
    Errors: (value: unknown) => validator().Errors(value),
  }
}
