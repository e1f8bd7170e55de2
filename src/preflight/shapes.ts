import Type from 'typebox'

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
