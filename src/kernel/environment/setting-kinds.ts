import { type Listen, readKeys } from './setting-values.ts'

/** One setting of the environment. Everything else is set in the UI or the API and lives in the database. */
export type Setting<T> = { env: string; fallback: Fallback; secret?: true; read(text: string): T; meaning: string }
/** The default value; it may depend on the settings above it. */
type Fallback = string | ((above: { listen?: Listen }) => string)

export function setting<T>(name: string, fallback: Fallback, read: (text: string) => T, meaning: string): Setting<T> {
  return { env: `SIGNALPOST_${name}`, fallback, read, meaning }
}

export function secret(name: string, meaning: string): Setting<string[]> {
  return { env: `SIGNALPOST_${name}`, fallback: '', secret: true, read: readKeys, meaning }
}

export function secretText(name: string, meaning: string, least = 16): Setting<string> {
  const read = (text: string) => {
    if (text !== '' && text.length < least) throw new Error(`must have at least ${least} characters`)
    return text
  }
  return { env: `SIGNALPOST_${name}`, fallback: '', secret: true, read, meaning }
}

export function secretLike(name: string, shape: RegExp, example: string, meaning: string): Setting<string> {
  const read = (text: string) => {
    if (text !== '' && !shape.test(text)) throw new Error(`is not of the shape ${example}`)
    return text
  }
  return { env: `SIGNALPOST_${name}`, fallback: '', secret: true, read, meaning }
}
