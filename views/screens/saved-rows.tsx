/** Settings that are saved as they change: each row is a form that posts alone. Its answer says so, and can be undone. */
import type { TObject } from 'typebox'
import {
  action,
  goTo,
  htmlResponse,
  platformAction,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored } from '../../src/kernel/language/say.ts'
import { invalid, notFound } from '../../src/kernel/operation/fault.ts'
import type { Operation } from '../../src/kernel/operation/operation.ts'
import { issuesIn, refusedPage } from '../form-refusal.ts'
import { zoneOf } from '../frame/reader.ts'
import { ToastPartial } from '../frame/toast.tsx'
import type { Child } from '../jsx/elements.ts'
import type { FieldSchema, FormProps } from '../parts/forms/form.tsx'
import { parseForm } from '../parts/forms/form-values.ts'
import { controlsInText, namesInText } from '../parts/forms/sentence.tsx'
import type { MoreInput } from './act.ts'
import type { Redraw, RefusedForm } from './form-screen.tsx'
import { fieldsOf, into, Row, type SavedRow, textOf, type Values } from './saved-row.tsx'

export type { SavedRow } from './saved-row.tsx'

type RowsSpec<I extends TObject, A> = Pick<FormProps, 'labels' | 'inputs'> & {
  /** Labels of choices, which may name what is stored. */
  words?: FromStored<FormProps['words']>
  empty?: FromStored<FormProps['empty']>
  /** Address of the forms, which all rows share. */
  at: string
  operator?: boolean
  /** Keeps the ids of two groups of rows on one page apart. */
  id: string
  operation: Operation<I, A>
  given: (call: SignedInCall) => MoreInput<I> & object
  rows: readonly SavedRow[]
  /** Values as they are stored, before and after. */
  stored: (call: SignedInCall) => Promise<Values>
  /** The page, for a browser without script. */
  back: (call: SignedInCall) => string
  page: Redraw
  /** Lines below the names by label, in place of the usual ones. */
  notes?: (call: SignedInCall, stored: Values) => Readonly<Record<string, Child>>
  /** Parts of the page that show what was saved. */
  also?: (call: SignedInCall) => Child | Promise<Child>
}

export type RowsOf = {
  screens: readonly Screen[]
  /** `only`: the rows of these fields. `without`: the label of a row that says nothing here. `notes`: as the spec has them. */
  rows: (action: string, values: Values, refused?: RefusedForm, more?: RowsShown) => Child
}
type RowsShown = {
  to?: Reader
  notes?: Readonly<Record<string, Child>>
  only?: readonly string[]
  without?: string | undefined
}

const UNDO_SECONDS = 10

export function savedRows<I extends TObject, A>(spec: RowsSpec<I, A>): RowsOf {
  const { at, operator, operation, rows } = spec
  const screen = (operator ? platformAction : action)(at, (call) => save(spec, call))
  return {
    screens: [{ ...screen, calls: async (call) => [callOf(spec, call, await spec.stored(call))] }],
    rows: (address, values, refused, { to = ENGLISH, notes = {}, only, without } = {}) =>
      rows.map((row, i) => {
        if (row.label === without) return null
        if (only && !namesInText(row.text).some((name) => only.includes(name))) return null
        const wrong = refused && refused.values.row === `${i}`
        const shown = wrong ? { values: { ...values, ...refused.values }, issues: refused.issues } : { values }
        return (
          <Row
            to={to}
            {...spec}
            {...textsOf(spec, values, to)}
            schema={operation.input}
            row={i}
            action={address}
            note={notes[row.label]}
            {...shown}
          />
        )
      }),
  }
}

type FromStored<T> = T | ((stored: Values, to: Reader) => T)
const fromStored = <T,>(given: FromStored<T>, stored: Values, to: Reader): T =>
  typeof given === 'function' ? (given as (stored: Values, to: Reader) => T)(stored, to) : given
const textsOf = <I extends TObject, A>({ words, empty }: RowsSpec<I, A>, stored: Values, to: Reader) => ({
  words: fromStored(words, stored, to),
  empty: fromStored(empty, stored, to),
})

type Spec = RowsSpec<TObject, unknown>

function rowIn({ rows }: Pick<Spec, 'rows'>, { form: { row = '' } }: SignedInCall): SavedRow & { at: number } {
  const found = /^\d+$/.test(row) ? rows[Number(row)] : undefined
  if (!found) throw notFound('setting')
  return { ...found, at: Number(row) }
}

/** Sent values of the row; a list sends one for each entry, or has one entry in this row and keeps the others. */
function sentIn<I extends TObject, A>({ operation, rows }: RowsSpec<I, A>, call: SignedInCall, stored: Values): Values {
  const controls = controlsInText(rowIn({ rows }, call).text)
  return Object.fromEntries(
    controls.map(({ name, entry }) => {
      const { type, items } = operation.input.properties[name] as FieldSchema & { items?: { enum?: string[] } }
      if (!entry) return [name, type === 'array' ? call.all(name) : call.form[name]]
      const is = (one: string) =>
        one === entry ? call.form[`${name}.${entry}`] === 'true' : textOf(stored[name]).includes(one)
      return [name, (items?.enum ?? []).filter(is)]
    }),
  )
}

function callOf<I extends TObject, A>(spec: RowsSpec<I, A>, call: SignedInCall, stored: Values) {
  const sent = sentIn(spec, call, stored)
  const form = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, textOf(value).join('\n')]))
  const read = parseForm(spec.operation.input, form, Object.keys(sent))
  return { operation: spec.operation, input: { ...read, ...spec.given(call) } as never }
}

/** The operation leaves out what is not given, and the row would say that it is saved. @throws invalid */
function assertFilled(names: readonly string[], input: object): void {
  const empty = names.filter((name) => !(name in input))
  if (empty.length > 0) throw invalid(...empty.map((path) => ({ path, message: 'cannot be empty' })))
}

async function save<I extends TObject, A>(spec: RowsSpec<I, A>, call: SignedInCall) {
  const { label, text, at: row } = rowIn(spec, call)
  const before = await spec.stored(call)
  const to = zoneOf(call)
  const self = new URL(call.request.url).pathname
  const noted = (stored: Values) => ({ note: spec.notes?.(call, stored)[label], ...textsOf(spec, stored, to) })
  const drawn = { ...spec, to, schema: spec.operation.input, row, action: self, ...noted(before) }
  try {
    const { operation, input } = callOf(spec, call, before)
    assertFilled(namesInText(text), input)
    await call.call(operation, input)
  } catch (error) {
    const values = { ...sentIn(spec, call, before), row: `${row}` }
    if (!call.partial) return refusedPage(error, (issues) => spec.page(call, { values, issues }), FAULTS, to)
    const issues = issuesIn(error, FAULTS, to)
    return htmlResponse(<Row {...drawn} values={{ ...before, ...values }} issues={issues} />, 422)
  }
  if (!call.partial)
    return goTo(spec.back(call), {
      text: say(zoneOf(call), '{setting}: saved.', { setting: sayStored(zoneOf(call), label) }),
    })
  const after = await spec.stored(call)
  const setting = sayStored(to, label)
  const names = namesInText(text)
  const changed = names.some((name) => textOf(before[name]).join('\n') !== textOf(after[name]).join('\n'))
  const undo = {
    action: self,
    seconds: UNDO_SECONDS,
    what: setting,
    fields: { row: `${row}`, undone: 'true', ...fieldsOf(text, before) },
    hx: into(self, spec.id, row, 'outerHTML'),
  }
  const word = call.form.undone
    ? { text: say(to, '{setting}: as before', { setting }) }
    : { text: say(to, '{setting}: saved', { setting }), undo }
  return (
    <>
      <Row {...drawn} {...noted(after)} values={after} saved />
      {changed && <ToastPartial to={to} alone {...word} />}
      {await spec.also?.(call)}
    </>
  )
}

/** Refusals that concern no single field. */
const FAULTS = ['conflict', 'rate_limited', 'plan_limit', 'plan_required', 'forbidden'] as const
