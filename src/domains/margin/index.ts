export { countOfMonth, MarginRow, marginRows, Reconciliation, reconciliationOf } from './margin.ts'
export { MarginSettings, marginFields, marginSettings, RATES_SETTING } from './settings.ts'
