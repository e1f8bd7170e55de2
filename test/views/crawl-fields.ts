/** Of the forms that were found: whether what they post is what their operations take, within the same bounds. */
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import type { Control, Form } from './addresses.ts'
import type { Answer } from './crawl-told.ts'

type Schema = {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

/** Fields of every form: no input of an operation, and why. */
const OF_PAGES: Readonly<Record<string, string>> = {
  idempotency_key: 'goes as the header of that name',
  step: 'chooses between the bill and the act',
  quoted: 'the bill that a click agrees to',
  of: 'the page to go back to',
  row: 'which setting of a page is saved, alone',
  confirm: 'a word that is typed so that nobody deletes by accident',
}

/** Fields of one form that are read into another input, or are none, and why. */
export type Exception = readonly [form: RegExp, fields: readonly string[], why: string]

/** What a form posts that no operation of its act takes, and where a control lets pass what the schema refuses. */
export function laxer(
  forms: readonly Form[],
  answers: readonly Answer[],
  operations: readonly AnyOperation[],
  exceptions: readonly Exception[],
): string[] {
  const told = new Map(answers.map(({ action, all }) => [action, all]))
  const wrong = new Set<string>()
  for (const { action, controls } of forms) {
    const called = (told.get(action) ?? []).map((name) => operations.find((one) => one.name === name)!)
    if (called.length === 0) continue
    const place = action.replace(/\?.*/, '')
    const known = new Set(exceptions.filter(([form]) => form.test(place)).flatMap(([, fields]) => fields))
    for (const control of controls) {
      if (control.name in OF_PAGES || known.has(control.name)) continue
      const inputs = called
        .map(({ input }) => inputsNamed(input as Schema, control.name))
        .filter(({ length }) => length > 0)
      const say = (what: string) =>
        wrong.add(`${place.replace(/[^/]*\d[^/]*/g, '*')}: ${control.name} ${what} (${called.map(({ name }) => name)})`)
      if (inputs.length === 0) say('is no input')
      for (const named of inputs) {
        const lacks = named.map(({ schema, wanted }) => lackOf(control, schema, wanted))
        if (lacks.every((one) => one.length > 0)) lacks[0]!.forEach(say)
      }
    }
  }
  return [...wrong].sort()
}

type Input = { schema: Schema; wanted: boolean }

/** Inputs of this name, of the operation or of a part of what it takes: a form may be about a part alone. */
function inputsNamed({ properties = {}, required = [], anyOf = [], items }: Schema, name: string): Input[] {
  const schema = properties[name]
  if (schema) return [{ schema, wanted: required.includes(name) && branchesOf(schema).length === all(schema).length }]
  return [...Object.values(properties), ...anyOf, ...(items ? [items] : [])].flatMap((part) => inputsNamed(part, name))
}

const all = (schema: Schema): readonly Schema[] => schema.anyOf ?? [schema]

/** Null stands for an empty field. */
const branchesOf = (schema: Schema): Schema[] => all(schema).filter(({ type }) => type !== 'null')

function lackOf({ tag, attributes, choices }: Control, schema: Schema, wanted: boolean): string[] {
  const type = tag === 'input' ? (attributes.type ?? 'text') : tag
  const branches = branchesOf(schema)
  const words = schema.enum ?? (branches.every((one) => 'const' in one) ? branches.map((one) => one.const) : null)
  const allowed = words?.map(String) ?? []
  if (type === 'hidden' || type === 'radio' || type === 'checkbox')
    return words && type !== 'checkbox' && attributes.value && !allowed.includes(attributes.value)
      ? [`may be ${attributes.value}`]
      : []
  if (choices)
    return words ? choices.filter((one) => one !== '' && !allowed.includes(one)).map((one) => `may be ${one}`) : []
  const [only = {}] = branches
  const lacks: string[] = []
  if (words) lacks.push('is free text, where words are to choose from')
  if (wanted && !('required' in attributes)) lacks.push('may be left out')
  if (only.type === 'integer' || only.type === 'number') {
    if (type !== 'number') lacks.push('takes what is no number')
    if (only.minimum !== undefined && !(Number(attributes.min ?? -Infinity) >= only.minimum))
      lacks.push('may be too small')
    if (
      only.maximum !== undefined &&
      only.maximum < Number.MAX_SAFE_INTEGER &&
      !(Number(attributes.max ?? Infinity) <= only.maximum)
    )
      lacks.push('may be too large')
  }
  if (only.type === 'string' && type !== 'date' && only.maxLength !== undefined)
    if (!(Number(attributes.maxlength ?? Infinity) <= only.maxLength)) lacks.push('may be too long')
  return lacks
}
