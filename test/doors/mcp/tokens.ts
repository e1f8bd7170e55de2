/** What a text weighs for a model: a token for each four characters of its JSON. Tokenizers differ by a tenth; this is the same everywhere. */
export const tokensOf = (value: unknown): number =>
  Math.ceil((typeof value === 'string' ? value : JSON.stringify(value)).length / 4)
