/**
 * In the place of libraries that others import and we never reach: `@sinclair/typebox`, of which Elysia builds schema types
 * at each start (our doors give it no schema, `test/architecture.test.ts`), `exact-mirror`, with which it copies what has a
 * schema, and `croner`, with which toad-scheduler reads cron's lines (our tasks have intervals).
 */
const none = () => ({})

export const Kind = Symbol.for('TypeBox.Kind')
export const OptionalKind = Symbol.for('TypeBox.Optional')
export const TransformKind = Symbol.for('TypeBox.Transform')
export const FormatRegistry = { Has: () => true }
export const TypeRegistry = { Has: () => true }
export const Type = { Any: none, Array: none, Boolean: none, Module: none, Number: none, Object: none, String: none }
export const Unsafe = none
export const createMirror = none
export const [TypeSystem, TypeSystemPolicy, Value, TypeCompiler] = [{}, {}, {}, {}]
export class TypeCheck {}
export class TypeBoxError extends Error {}
export class TransformDecodeError extends Error {}
export class TypeSystemDuplicateFormat extends Error {}
export class TypeSystemDuplicateTypeKind extends Error {}
export class Cron {}
