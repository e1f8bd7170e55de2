import type { QuoteData } from '../parts/quote.tsx'

/** What a click agrees to: the credits of both kinds, how many links can be paid, and who pays. */
export const agreedTo = ({ index_credits, check_credits, affordable, tenant_id }: QuoteData): string =>
  `${index_credits}+${check_credits}+${affordable}+${tenant_id}`
