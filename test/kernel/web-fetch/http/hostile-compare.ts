/** Compares what the client makes of hostile answers with what Node.js and curl make of the same ones. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Answer, answerOf } from './hostile.ts'
import { fetchHostile } from './hostile-run.ts'

export type Verdict = { verdict: string; why?: string }
type Asked = [url: string, ms: number]
type Other = 'node' | 'curl'
export type Difference = { index: number; other: Other; ours: Verdict; theirs: Verdict; traits: string[] }

const MAX = 1 << 20

/** The differences that no entry of `KNOWN` explains, and how often each entry did. Redirects are left out. */
export async function compare(origin: string, seed: number, count: number) {
  const indexes = Array.from({ length: count }, (_, index) => index).filter(
    (index) => !answerOf(seed, index, 0).traits.has('redirect'),
  )
  const others = (['node', 'curl'] as const).filter((name) => Bun.which(name))
  const unexplained: Difference[] = []
  const explained: Record<string, number> = {}
  const found = await differencesOf(origin, seed, indexes, others)
  // A busy machine makes time-outs: what differs is asked once more, with more time.
  const again = await differencesOf(origin, seed, [...new Set(found.map(({ index }) => index))], others, 4)
  for (const difference of again) {
    const known = KNOWN.find((entry) => explains(entry, difference))
    if (known) explained[known.why] = (explained[known.why] ?? 0) + 1
    else unexplained.push(difference)
  }
  return { compared: indexes.length, others, unexplained, explained }
}

async function differencesOf(origin: string, seed: number, indexes: number[], others: readonly Other[], patience = 1) {
  const answers = indexes.map((index) => answerOf(seed, index, 0))
  const asked = answers.map(({ after }, at): Asked => {
    const url = `${origin}/${seed}/${indexes[at]}/0`
    return [url, (after === 'wait' || after === 'endless' ? 300 : 2000) * patience]
  })
  const ours = await inLots(asked, askOurs)
  const differences: Difference[] = []
  for (const other of others) {
    const theirs = other === 'node' ? await askNode(asked) : await inLots(asked, askCurl)
    for (const [at, index] of indexes.entries())
      if (ours[at]!.verdict !== theirs[at]!.verdict) {
        const traits = [...(answers[at] as Answer).traits]
        differences.push({ index, other, ours: ours[at]!, theirs: theirs[at]!, traits })
      }
  }
  return differences
}

async function inLots(asked: Asked[], ask: (asked: Asked) => Promise<Verdict>): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (let at = 0; at < asked.length; at += 4) verdicts.push(...(await Promise.all(asked.slice(at, at + 4).map(ask))))
  return verdicts
}

const verdictOf = (status: number, body: Uint8Array): Verdict => ({
  verdict: `${status} ${createHash('sha256').update(body).digest('hex').slice(0, 12)}`,
})

const askOurs = ([url, ms]: Asked): Promise<Verdict> =>
  fetchHostile(url, { max_body: MAX, hop_timeout_ms: ms, follow: () => false }).then(
    ({ status, body }) => verdictOf(status, body),
    ({ code, message }) => ({ verdict: 'failed', why: `${code}: ${message}` }),
  )

async function askNode(asked: Asked[]): Promise<Verdict[]> {
  const child = Bun.spawn(['node', join(import.meta.dir, 'hostile-node.cjs')], {
    stdin: new Blob([JSON.stringify(asked)]),
    stdout: 'pipe',
    stderr: 'inherit',
  })
  return (await new Response(child.stdout).json()) as Verdict[]
}

async function askCurl([url, ms]: Asked): Promise<Verdict> {
  const command = [
    'curl',
    '-s',
    '--http1.1',
    '--compressed',
    '--max-time',
    `${ms / 1000}`,
    '-w',
    '%{stderr}%{http_code}',
    url,
  ]
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' })
  const [body, code] = await Promise.all([new Response(child.stdout).bytes(), new Response(child.stderr).text()])
  const exit = await child.exited
  if (exit !== 0 || body.length > MAX) return { verdict: 'failed', why: exit ? `curl ${exit}` : 'too large' }
  return verdictOf(Number(code), body)
}

/** A difference that is meant. Both expressions are of the verdict with its reason. */
type Known = { ours?: RegExp; theirs?: RegExp; trait?: RegExp; why: string }

function explains({ ours, theirs, trait }: Known, difference: Difference): boolean {
  const told = ({ verdict, why = '' }: Verdict) => `${verdict} ${why}`
  if (ours && !ours.test(told(difference.ours))) return false
  if (theirs && !theirs.test(told(difference.theirs))) return false
  return !trait || difference.traits.some((one) => trait.test(one))
}

const READ = /^\d{3} [0-9a-f]{12}/
const BEHIND = new RegExp(`^${verdictOf(200, Buffer.from('evil')).verdict}`)
/** The client is stricter than the others in the first part of the list, and more lenient in the second. */
const KNOWN: Known[] = [
  { ours: /nobody asked/, why: 'The client never asks for another protocol, and takes 10 interim answers at most.' },
  {
    ours: READ,
    theirs: /HPE_(INVALID_TRANSFER_ENCODING|UNEXPECTED_CONTENT_LENGTH|INVALID_CONTENT_LENGTH)/,
    trait: /both/,
    why: 'With both framings the chunks count (RFC 9112, 6.3), and the connection is not used again. node refuses.',
  },
  {
    ours: /Transfer-Encoding of/,
    why: 'A coding other than chunked was not asked for. Others read to the end of the connection, or decode it.',
  },
  { ours: /mostly framing/, why: 'Framing has a bound.' },
  {
    ours: /(bytes|lines) of header/,
    why: 'A head has 64 KiB and 255 lines at most. node drops further lines; curl takes 300 KiB.',
  },
  {
    ours: /Content-Length of/,
    why: 'A length that is not a number, or two that differ, are refused. curl ignores or replaces them.',
  },
  {
    ours: /chunked body is malformed/,
    why: 'Sizes, ends of chunks and trailers follow the RFC. curl takes white space, bare LF and any trailer.',
  },
  { ours: /(status|header) line/, why: 'A line that is malformed makes the whole head doubtful. curl skips it.' },
  {
    ours: /closed before an answer/,
    why: 'A head without its end is no answer. curl takes what there is, and node an upgrade.',
  },
  {
    ours: READ,
    theirs: /coding (unknown|gzip, gzip)/,
    why: 'Codings are decoded one after the other, and an unknown one is none, as in Chromium. The reader beside node knows one.',
  },
  {
    ours: READ,
    theirs: /curl 23/,
    trait: /gzip, gzip/,
    why: 'Octets behind a gzip body are left out within two of them too, as in Chromium. curl does so in one only.',
  },
  {
    ours: /bad_encoding/,
    why: 'A body that cannot be decoded to its end is refused, and so is a coding that was not asked for. curl is content with less.',
  },
  {
    ours: BEHIND,
    why: 'Octets behind an answer that come once the next request is out are taken for its answer, by every client.',
  },
  {
    ours: READ,
    theirs: /HPE_/,
    trait: /followed|endless|no body|more behind|connection|both/,
    why: 'node reports octets behind a complete answer as an error. The client closes the connection.',
  },
  {
    ours: READ,
    theirs: /HPE_(CR_EXPECTED|INVALID_HEADER_TOKEN|LF_EXPECTED|INVALID_VERSION|INVALID_STATUS|INVALID_CONSTANT)/,
    trait: /bare LF|odd field|bad start/,
    why: 'RFC 9112, 2.2 lets a client take a bare LF as the end of a line in the head.',
  },
  {
    ours: READ,
    theirs: /HPE_(UNEXPECTED_CONTENT_LENGTH|INVALID_CONTENT_LENGTH)/,
    trait: /lengths/,
    why: 'RFC 9112, 6.3 lets a client take the same length said twice as one.',
  },
  {
    ours: READ,
    theirs: /Z_DATA_ERROR|curl 23|curl 61/,
    trait: /^(deflate|gzip|x-gzip|br)$/,
    why: 'Bare deflate, several members of gzip and octets behind a compressed body are taken.',
  },
  {
    ours: READ,
    theirs: /curl 61/,
    trait: /unknown/,
    why: 'A word that is no content coding is ignored, as Chromium ignores it.',
  },
  {
    ours: /e3b0c44298fc/,
    theirs: /coding |curl 61|Z_BUF_ERROR/,
    why: 'The coding of a body without octets does not matter.',
  },
  {
    ours: READ,
    theirs: /ECONNRESET|curl 56|aborted/,
    trait: /reset/,
    why: 'A reset behind the whole answer takes nothing away from it.',
  },
  {
    ours: /failed .*ECONNRESET/,
    trait: /^reset$/,
    why: 'A reset discards octets that the system has not handed over, so what was read in time depends on the machine.',
  },
  {
    ours: READ,
    theirs: /HPE_INVALID_CHUNK_SIZE/,
    trait: /extension/,
    why: 'RFC 9112, 7.1.1 lets white space come before the extension of a chunk.',
  },
]
