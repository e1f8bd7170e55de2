export { removeEmpty, setArchived } from './archive.ts'
export { type Branding, readBranding, writeBranding } from './branding.ts'
export {
  createTenant,
  describeTenant,
  findAbove,
  findTenant,
  inReach,
  readTenant,
  setPlace,
  tenantsAmong,
} from './find.ts'
export {
  languageFacts,
  languageFactsOf,
  languageOfPerson,
  languageOfWorkspace,
  languageWith,
  ownLanguageOf,
  readerOfWorkspace,
  setLanguage,
} from './languages.ts'
export { moveTenant } from './move.ts'
export {
  COUNTRIES,
  FIRST_PLACE,
  LANGUAGES,
  PLACE_OF_CHECK,
  Place,
  PlaceInput,
  placeFrom,
  placeOfInput,
  placeText,
} from './places.ts'
export { ClientEarnings, ClientPrice, PriceInput } from './prices.ts'
export { giveRooms } from './rooms.ts'
export * from './shapes.ts'
export type { TenantRow } from './tables.ts'
export { changedTags, setTags, Tag, Tags, tagSpeller, tagsIn } from './tags.ts'
export {
  ARCHIVED,
  assertKind,
  assertPlace,
  below,
  countBelow,
  idsBelow,
  idsOf,
  inUseBelow,
  isArchived,
  isArchivedById,
  NOT_ARCHIVED,
  notArchived,
  onlyRoot,
  partyAtPath,
  partyIn,
  pathOfTenant,
  rootOf,
} from './tree.ts'
export {
  type NamedWorkspace,
  namedWorkspace,
  namesOf,
  type WorkspaceNode,
  type WorkspaceRef,
  workspacesAt,
  workspacesNamed,
} from './workspace-names.ts'
export {
  AskedZone,
  daysAsked,
  daysOf,
  InheritedZone,
  InZone,
  inheritedZone,
  monthZonesBelow,
  monthZonesOf,
  setZone,
  todayOf,
  zoneOf,
  zoneOfInput,
} from './zones.ts'
