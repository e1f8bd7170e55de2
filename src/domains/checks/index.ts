export { planCheck, startCheck } from './check-order.ts'
export { LOOKS_IN_FUTURE } from './clock-repair.ts'
export { type ConsoleInput, connectEngines, type EnginesGiven } from './connect.ts'
export {
  BALANCE_UNITS,
  type Engine,
  METHODS,
  type OwnSites,
  type PropertyAccess,
  type ServiceAccount,
  type ShownPage,
} from './engine.ts'
export { engineAsked, engineAskedLately } from './engine-asked.ts'
export { dueChecks, engineRefusal, hasAnswered } from './engine-refusal.ts'
export { bookTest, testEngine } from './engine-test.ts'
export { evidenceSaid } from './evidence-words.ts'
export { serveProperty } from './google/connected-properties.ts'
export {
  type Google,
  type GoogleClient,
  INDEXING_SCOPE,
  READ_SCOPE,
  type Site,
  type SitemapRecord,
  type Tokens,
  WRITE_SCOPE,
} from './google/google.ts'
export { causeWords, GOOGLE_CAUSES, type GoogleCause } from './google/google-causes.ts'
export { propertyFor, propertyKey } from './google/property.ts'
export { inspectable, isCovered } from './google/search-console-first.ts'
export { integrationsStatus } from './integrations-status.ts'
export {
  type Broker,
  classNumber,
  type DueLooks,
  LOOK_CLASSES,
  type LookClass,
  leaveLate,
  MAY_GO,
  NONE,
  propertyQueue,
  WITHOUT_BROKER,
} from './looks/broker.ts'
export { writeUnwrittenLooks } from './looks/large-recheck.ts'
export { LOOKS_OF_JOBS } from './looks/look-states.ts'
export { moveLooks, usedChecks } from './looks/moved-looks.ts'
export {
  assertEngine,
  CREDITS_PER_CHECK,
  countUnasked,
  creditsOf,
  creditsOfAsked,
  noEngine,
  openLooks,
  planConfirmations,
  planLooks,
  planLooksOf,
  TAKE_LOOKS,
  unaskedLooks,
  unaskedLooksAt,
  unplannedAmong,
} from './looks/plan-looks.ts'
export { type FinishedLook, withdrawLooks } from './looks/record-looks.ts'
export { recordShown, type ShownLink } from './looks/shown-links.ts'
export { takeLooks } from './looks/take-looks.ts'
export { LOOKS_A_STEP, PLAN_CHECKS, planChecks } from './plan-checks.ts'
export { announceResult } from './postback.ts'
export { hastenLooks, inDoubtToday, publishedFor, spentToday } from './queues.ts'
export { planRecheck, recheck } from './recheck.ts'
export { findRawResult, listResults, withoutPrice } from './results.ts'
export { installPlace, placeOf } from './search-place.ts'
export { engineInUse, integrations, isSlot, openEngine, openSearchConsole, POSTBACK_PATH } from './settings.ts'
export {
  type EngineAdapterName,
  EnginesInput,
  engineFields,
  IntegrationsStatus,
  isAssumed,
  LOOKS_COUNTED,
  SearchConsoleInput,
  SearchResult,
  SLOT_ADAPTERS,
  UNPRICED,
} from './shapes.ts'
export { askDirectly, type DirectAnswer } from './visitor-checks.ts'
