/**
 * A form that calls an operation. Its fields come from the operation's input, faults appear at their fields on the
 * form's page, one key makes a repeated submit act once, and `done` says where it leads.
 */
import type { TObject } from 'typebox'
import { action, type Markup, platformAction, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import type { FaultCode } from '../../src/kernel/operation/fault.ts'
import type { Operation } from '../../src/kernel/operation/operation.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { refusedPage } from '../form-refusal.ts'
import { zoneOf } from '../frame/reader.ts'
import type { Child } from '../jsx/elements.ts'
import { Form, type FormProps, type FormSchema, type Issue, namesOf } from '../parts/forms/form.tsx'
import { issuesOfPart, parseForm } from '../parts/forms/form-values.ts'
import { type AfterAct, callScreen } from './act.ts'

type Values = Readonly<Record<string, unknown>>
/** Sent values with the reasons why they were refused. */
export type RefusedForm = { values: Values; issues: readonly Issue[] }
export type Redraw = (call: SignedInCall, refused: RefusedForm) => Markup | Promise<Markup>

type FormWords = Pick<
  FormProps,
  | 'verb'
  | 'labels'
  | 'counts'
  | 'hints'
  | 'empty'
  | 'words'
  | 'inputs'
  | 'rules'
  | 'sentence'
  | 'rare'
  | 'usual'
  | 'class'
  | 'tone'
  | 'wide'
  | 'beside'
  | 'id'
>

/** Parts of a form that vary between drawings: fewer fields, another verb, a hint about a stored value. */
export type FormVariation = Partial<
  Pick<
    FormProps,
    'to' | 'words' | 'fields' | 'hints' | 'empty' | 'labels' | 'verb' | 'beside' | 'hidden' | 'schema' | 'children'
  >
>

type ActionSpec<I extends TObject, A> = {
  /** Address of the form: `/invites`, `/invites/:id/send`. */
  at: string
  operator?: boolean
  operation: Operation<I, A>
  /** Fields to show, in this order; those in sentences are added. */
  fields: readonly string[]
  /** Used when the fields are a part of the operation's input: their schema, and how to build that part. */
  part?: { name: string; schema: TObject; drawn?: FormSchema; input: (fields: Record<string, unknown>) => object }
  /** Converts the browser's values to those that the operation reads. */
  read?: (form: SignedInCall['form']) => Readonly<Record<string, string | undefined>>
  /** Input besides the fields; by default the names in the address. */
  given?: (call: SignedInCall) => Values
  /** A repeated submit acts once. */
  once?: true
  /** Faults that concern the whole form. */
  faults?: readonly FaultCode[]
  /** Draws the form's page with the refused values. */
  page: Redraw
  done: AfterAct<A>
}

type FormSpec<I extends TObject, A> = FormWords & ActionSpec<I, A>

export type FormOf = {
  screens: readonly Screen[]
  /** The form for its page. `action` is its address, with the names in it filled in. */
  form: (action: string, values?: Values, drawn?: FormVariation, refused?: RefusedForm) => Child
}

export function formScreen<I extends TObject, A>(spec: FormSpec<I, A>): FormOf {
  const { at, operator, operation, fields, part, read, given, once, faults, page, done, ...words } = spec
  const schema = part?.schema ?? operation.input
  const names = [...fields, ...namesOf(words)]
  const form: FormOf['form'] = (address, values, drawn, refused) => (
    <Form
      {...words}
      action={address}
      schema={part?.drawn ?? schema}
      fields={fields}
      {...drawn}
      values={refused ? { ...values, ...refused.values, ...ticksIn(schema, refused, names) } : values}
      issues={refused?.issues}
      hidden={{ ...drawn?.hidden, ...(once ? { idempotency_key: newId() } : {}) }}
    />
  )
  return { screens: [formAction({ ...spec, fields: names })], form }
}

/** The action of a form that its page draws itself. */
export function formAction<I extends TObject, A>(spec: ActionSpec<I, A>): Screen {
  const { at, operator, operation, fields, part, read, given, once, faults, page, done } = spec
  const schema = part?.schema ?? operation.input
  const knownIn = (call: SignedInCall) => {
    const { ws: _, ...named } = call.params
    return given?.(call) ?? named
  }
  const refused = (call: SignedInCall, error: unknown) => {
    const values = { ...call.form, ...listsIn(knownIn(call)) }
    const { input } = callOf(call)
    const draw = (issues: Issue[]) =>
      page(call, {
        values,
        issues: issuesOfPart(
          issues.map((issue) => withEntry(issue, input)),
          part?.name ?? '',
        ),
      })
    return refusedPage(error, draw, faults, zoneOf(call))
  }
  const callOf = (call: SignedInCall) => {
    const sent = parseForm(schema, read?.(call.form) ?? call.form, fields)
    const input = { ...(part ? part.input(sent) : sent), ...knownIn(call) }
    return { operation, input, done: (answer: A) => done(call, answer), once }
  }
  return callScreen(operator ? platformAction : action, at, callOf, refused)
}

/** `“Retainer …” must not be longer than 40 characters`: of a list, the entry is named. */
function withEntry(issue: Issue, input: Readonly<Record<string, unknown>>): Issue {
  const [, name = '', n] = /^\/?(\w+)[./](\d+)$/.exec(issue.path) ?? []
  const entry = n === undefined ? undefined : [input[name]].flat()[Number(n)]
  if (typeof entry !== 'string' || entry === '') return issue
  const short = entry.length > MOST_SHOWN ? `${entry.slice(0, MOST_SHOWN)}…` : entry
  return { ...issue, message: `“${short}” ${issue.message}` }
}

const MOST_SHOWN = 24

/** A form sends one value for each name, so lists come from the other input. */
const listsIn = (known: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(known).filter(([, value]) => Array.isArray(value)))

/** An unticked box is not sent; without this it would show the stored value again. */
const ticksIn = ({ properties }: TObject, { values }: RefusedForm, names: readonly string[]) =>
  Object.fromEntries(
    names
      .filter((name) => (properties[name] as { type?: string } | undefined)?.type === 'boolean')
      .map((name) => [name, values[name] === 'true']),
  )
