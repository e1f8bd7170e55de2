export { ClientEarnings, earningsOf } from './earnings.ts'
export {
  ClientMargin,
  countOfMonth,
  countsOfMonths,
  MarginRow,
  marginByClient,
  marginRows,
  Reconciliation,
  reconcile,
  reconciliationOf,
  totalsOf,
} from './margin.ts'
export { ClientPrice, earnedByMonth, PriceInput, priceOfClient, setPrice } from './prices.ts'
export { checkRates, MarginSettings, marginFields, marginSettings, RATES_SETTING } from './settings.ts'
