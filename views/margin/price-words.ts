/** The price of a client in words. */
import { usd } from '../parts/text/format.ts'

type Price = { usd_month: number | null; usd_credit: number | null }

/** `$400 a month, $0.20 a credit`. */
export const priceWords = ({ usd_month, usd_credit }: Price): string =>
  [usd_month !== null && `${usd(usd_month)} a month`, usd_credit !== null && `${exactUsd(usd_credit)} a credit`]
    .filter(Boolean)
    .join(', ')

/** A price may have parts of a cent. */
const exactUsd = (amount: number): string => (Number.isInteger(amount * 100) ? usd(amount) : `$${amount}`)
