import Type from 'typebox'

/** What was dropped from a list of URLs, in its original spelling. */
export const DroppedUrls = Type.Object({
  duplicates: Type.Array(Type.Object({ url: Type.String(), given: Type.String() })),
  invalid: Type.Array(Type.Object({ given: Type.String(), reason: Type.String() })),
})
