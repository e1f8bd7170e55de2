import type { QuoteData } from '../parts/quote.tsx'

/** What a click agrees to: the credits of both kinds. */
export const agreedTo = ({
  index_credits,
  check_credits,
}: Pick<QuoteData, 'index_credits' | 'check_credits'>): string => `${index_credits}+${check_credits}`
