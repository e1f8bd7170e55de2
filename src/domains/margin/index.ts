export {
  ClientMargin,
  countOfMonth,
  MarginRow,
  marginByClient,
  marginRows,
  Reconciliation,
  reconcile,
  reconciliationOf,
} from './margin.ts'
export { checkRates, MarginSettings, marginFields, marginSettings, RATES_SETTING } from './settings.ts'
