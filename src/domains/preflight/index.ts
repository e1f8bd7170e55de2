export { ASK_ADMIN, challengeOf, challengeWords, sourceStopped } from './challenge.ts'
export { type Directive, headerDirectives, metaDirectives, noindexRule } from './directives.ts'
export { FIXES } from './facts.ts'
export { type Outline, readOutline } from './html/outline.ts'
export { saysAnother } from './html/text-sketch.ts'
export { visibleDigest } from './html/visible-text.ts'
export { type ReadList, readList, textOfFile } from './lists/read-list.ts'
export { inWords } from './lists/reading.ts'
export type { PageSeen, Readers } from './readers.ts'
export { robotsRoom } from './robots/time-budget.ts'
export { disallows, screenUrls } from './screen.ts'
export { screenedFacts } from './screened-facts.ts'
export {
  Challenger,
  DroppedFromOrder,
  DroppedUrls,
  type Facts,
  FLAGS,
  PreflightFacts,
  ReaderCounts,
  ReaderFinding,
  ReaderHost,
  takenCounts,
} from './shapes.ts'
export { siteOf } from './sources/addresses.ts'
export { readDate } from './sources/dates.ts'
export { type Download, type FileOrigin, readSitemap } from './sources/read-sitemap.ts'
export { SourceReader } from './sources/reader.ts'
export { Refusal } from './sources/refused.ts'
export { type Entry, nothingRead, SourceError, type SourceKind } from './sources/source-error.ts'
export { listsFiles, MOST_FILES, type SourceFile, Walk } from './sources/walk.ts'
export { countOf, droppedFrom, hostOf, normaliseUrl, noUrlLeft, pathOf, sectionOf, takeList, takeUrls } from './url.ts'
