export { callerOfKey, type KeyHolder } from './admit-key.ts'
export { keyUseToday, noteKeyUsed } from './key-use.ts'
export {
  assertMayChange,
  changeKey,
  countKeys,
  createKey,
  createSetupKey,
  findKey,
  readKey,
  removeKey,
  replaceKey,
  revokeKey,
  revokeKeysOf,
  revokeReplaced,
} from './keys.ts'
export * from './shapes.ts'
