export { noUrlLeft } from './none-left.ts'
export { screenUrls } from './screen.ts'
export { DroppedUrls, type Facts, FLAGS, PreflightFacts, takenCounts } from './shapes.ts'
export { hostOf, normaliseUrl, pathOf, takeUrls } from './url.ts'
