import Type, { type TObject, type TObjectOptions, type TProperties, type TSchema } from 'typebox'

const NAME = '~name'
type NamedSchema = { name: string; schema: TSchema | readonly string[] }

/**
 * Gives a shape the name that documents and generated clients know it by. It travels with the shape through
 * `Type.Optional`, `Type.With` and whatever holds it, and validation never sees it.
 */
export const named = <T extends TSchema>(name: string, schema: T): T => mark(name, schema)

/** A `Type.Object` with a name. */
export const Shape = <const P extends TProperties>(name: string, properties: P, options?: TObjectOptions): TObject<P> =>
  named(name, Type.Object(properties, options))

/** The words of an enum with a name: every `Type.Enum` of the list is known by it. */
export const namedEnum = <const W extends readonly string[]>(name: string, list: W): W => mark(name, list)

/** The name of a schema, and the schema that was named: a later copy may have another description. */
export function nameOf(schema: TSchema): NamedSchema | null {
  const { enum: list } = schema as { enum?: readonly string[] }
  return marked(schema) ?? (list ? marked(list) : null)
}

/** The name is held by a function: the compiler of schemas walks into objects, and this one would lead back to its shape. */
const mark = <T extends NamedSchema['schema']>(name: string, schema: T): T =>
  Object.defineProperty(schema, NAME, { value: (): NamedSchema => ({ name, schema }) })

const marked = (value: object): NamedSchema | null => (value as { [NAME]?: () => NamedSchema })[NAME]?.() ?? null
