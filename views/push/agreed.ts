import type { QuoteData } from '../parts/quote.tsx'

/** What a click agrees to: the credits of both kinds, and how many links can be paid. */
export const agreedTo = ({ index_credits, check_credits, affordable }: QuoteData): string =>
  `${index_credits}+${check_credits}+${affordable}`
