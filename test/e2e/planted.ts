/** A secret in every secret input of the settings, and how any trace of one is found in a text, however it is written. */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { isMarked } from '../../src/kernel/operation/shape.ts'
import { operations } from '../../src/operations/index.ts'

type Node = { properties?: Record<string, Node>; anyOf?: Node[]; items?: Node }
export type Planted = Map<string, string>

/** `operation input.path` of every secret that an operation takes. */
export const secretInputs = (): string[] =>
  operations.flatMap(({ name, input }) => secretsIn(input as Node, '').map((path) => `${name} ${path}`))

function secretsIn(node: Node, path: string): string[] {
  if (isMarked(node, 'secret')) return [path]
  const below = Object.entries(node.properties ?? {}).flatMap(([name, inner]) =>
    secretsIn(inner, path ? `${path}.${name}` : name),
  )
  const others = [...(node.anyOf ?? []), ...(node.items ? [node.items] : [])]
  return [...below, ...others.flatMap((inner) => secretsIn(inner, path))]
}

/** A distinctive secret for each input, with letters that JSON, addresses and forms write in other ways. */
export function plant(inputs: string[]): { planted: Planted; public_key: string } {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const planted = inputs.map((input): [string, string] => [
    input,
    input.endsWith('private_key') ? pem : `${coreOf(input)} <b>&'"\\/%2B+=? end`,
  ])
  return { planted: new Map(planted), public_key: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString() }
}

const coreOf = (input: string): string => createHash('sha256').update(input).digest('hex').slice(0, 24)

/** The secrets planted for an operation, as its input nests them. */
export function inputOf(planted: Planted, operation: string): Record<string, unknown> {
  const whole: Record<string, unknown> = {}
  for (const [input, secret] of planted) {
    const [name, path = ''] = input.split(' ')
    if (name !== operation) continue
    const names = path.split('.')
    let at = whole
    for (const one of names.slice(0, -1)) {
      at[one] ??= {}
      at = at[one] as Record<string, unknown>
    }
    at[names.at(-1)!] = secret
  }
  return whole
}

/** Names of the secrets of which a text holds a trace: the beginning of their core, plain or within Base64. */
export function tracer(secrets: Iterable<readonly [string, string]>): (text: string) => string[] {
  const traces = [...secrets].map(([name, secret]) => ({ name, marks: marksOf(secret) }))
  return (text) => traces.filter(({ marks }) => marks.some((mark) => text.includes(mark))).map(({ name }) => name)
}

/** Letters and digits are written alike everywhere but in Base64, where it matters at which of three bytes they begin. */
function marksOf(secret: string): string[] {
  const runs = (secret.match(/[A-Za-z0-9]{16,}/g) ?? []).map((run) => run.slice(0, 16))
  return runs.flatMap((run) => [
    run,
    ...[0, 1, 2].map((offset) =>
      Buffer.from(' '.repeat(offset) + run)
        .toString('base64')
        .slice(offset && offset + 1, -4),
    ),
  ])
}
