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
export { earnedByMonth } from './prices.ts'
export { checkRates, MarginSettings, marginFields, marginSettings, RATES_SETTING } from './settings.ts'
