import type { TObject } from 'typebox'

/**
 * The SELECT list of a shape: each field is a column of `alias`, but for those with an expression of their own. A field is
 * typed once, in the shape.
 */
export function columnsOf(shape: TObject, alias: string, expressions: Readonly<Record<string, string>> = {}): string {
  const fields = Object.keys(shape.properties)
  const strange = Object.keys(expressions).filter((name) => !fields.includes(name))
  if (strange.length) throw new Error(`no such field: ${strange.join(', ')}`)
  return fields
    .map((name) => (expressions[name] === undefined ? `${alias}.${name}` : `${expressions[name]} as "${name}"`))
    .join(', ')
}
