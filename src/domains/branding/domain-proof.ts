import { type Said, said } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import { SafeFetchError, type SafeResponse } from '../../kernel/web-fetch/safe-fetch.ts'

/** All TXT records of a name, each as one text; empty when there are none. Rejects when the DNS gives no answer. */
export type LookUpTxt = (name: string, signal: AbortSignal) => Promise<string[]>

/** Where the proof of a host is looked up, and the text that either place must hold. */
type ProofLocations = { txt_name: string; file_url: string; text: string }

/** Served here too for domains in force: a domain that points here stays verified after the file is gone. */
export const PROOF_PATH = '/.well-known/signalpost-domain.txt'

export const proofLocations = ({ host, token }: { host: string; token: string }): ProofLocations => ({
  txt_name: `_signalpost.${host}`,
  file_url: `http://${host}${PROOF_PATH}`,
  text: `signalpost-domain=${token}`,
})

/** `proved` is null when the DNS did not answer: that counts neither way. */
export type ProofResult = { proved: boolean | null; problem: Said | null }

/** Looks up the proof of a host: first a TXT record, then a file over http or https. */
export async function lookForProof(
  app: Pick<App, 'fetch' | 'lookUpTxt'>,
  of: { host: string; token: string },
  signal: AbortSignal,
): Promise<ProofResult> {
  const places = proofLocations(of)
  const records = await app.lookUpTxt(places.txt_name, signal).catch(() => null)
  signal.throwIfAborted()
  if (records?.some((record) => record.trim() === places.text)) return { proved: true, problem: null }
  const file = await fileAt(app, of.host, places, signal)
  if (file === null) return { proved: true, problem: null }
  return records === null
    ? { proved: null, problem: said('The DNS did not answer for {name}, and {file}.', { name: places.txt_name, file }) }
    : { proved: false, problem: without(places.txt_name, records, file) }
}

const without = (name: string, [first]: string[], file: Said): Said =>
  first === undefined
    ? said('There is no TXT record at {name}, and {file}.', { name, file })
    : said('The TXT record at {name} holds something else: “{found}”, and {file}.', {
        ...{ name, found: short(first), file },
      })

/** Null when the file holds the text, else the problem. A redirect to another host verifies nothing. */
async function fileAt(
  { fetch }: Pick<App, 'fetch'>,
  host: string,
  { file_url, text }: ProofLocations,
  signal: AbortSignal,
): Promise<Said | null> {
  const follow = (next: URL) => next.hostname === host
  let found: Said | null = null
  for (const url of [file_url, file_url.replace('http:', 'https:')])
    try {
      const options = { max_body: MOST_BYTES, on_too_large: 'truncate', allow_own: true, follow, signal } as const
      const answer = await fetch(url, options)
      if (holds(answer, text)) return null
      found ??=
        answer.status === 200
          ? said('{url} holds something else', { url })
          : said('{url} answers {status}', { url, status: `${answer.status}` })
    } catch (error) {
      if (!(error instanceof SafeFetchError)) throw error
      found ??= said('{url} could not be fetched: {why}', { url, why: error.said })
    }
  return found
}

const MOST_BYTES = 4096

const holds = ({ status, body }: SafeResponse, text: string): boolean =>
  status === 200 &&
  new TextDecoder()
    .decode(body)
    .split(/\r?\n/)
    .some((line) => line.trim() === text)

const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)

declare module '../../kernel/operation/app.ts' {
  interface App {
    lookUpTxt: LookUpTxt
  }
}
