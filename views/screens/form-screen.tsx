/**
 * A form that calls an operation: fields from the operation's input, faults drawn at their fields on the page that the form
 * is on, one key so that a form sent twice acts once, and where it leads.
 */
import type { TObject } from 'typebox'
import {
  type Asked,
  action,
  type Markup,
  platformAction,
  type Reply,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import type { FaultCode } from '../../src/kernel/operation/fault.ts'
import type { Operation } from '../../src/kernel/operation/operation.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import type { Child } from '../jsx/elements.ts'
import { filled, issuesOfPart } from '../parts/forms/filled.ts'
import { Form, type FormProps, type FormSchema, type Issue } from '../parts/forms/form.tsx'
import { namesIn } from '../parts/forms/rule.tsx'
import { refusedPage } from '../refused.ts'

/** What was sent and refused. */
export type Refused = { values: Readonly<Record<string, unknown>>; issues: readonly Issue[] }
export type Redraw = (call: SignedInCall, refused: Refused) => Markup | Promise<Markup>

type Words = Pick<
  FormProps,
  'verb' | 'labels' | 'hints' | 'words' | 'inputs' | 'rules' | 'class' | 'tone' | 'wide' | 'beside' | 'id'
>

/** What differs from one drawing of the form to the next: fewer fields, another verb, a hint of what is stored. */
export type Drawn = Partial<
  Pick<FormProps, 'words' | 'fields' | 'hints' | 'labels' | 'verb' | 'beside' | 'hidden' | 'schema'>
>

type ActionSpec<I extends TObject, A> = {
  /** Where it is sent: `/invites`, `/invites/:id/send`. */
  at: string
  operator?: boolean
  operation: Operation<I, A>
  /** Which fields, in this order; those of `rules` are added. */
  fields: readonly string[]
  /** Where the operation takes the fields as a part of its input: their schema, and how to put them there. */
  part?: { name: string; schema: TObject; drawn?: FormSchema; input: (fields: Record<string, unknown>) => object }
  /** Puts what a browser sends into the form that the operation reads. */
  read?: (form: SignedInCall['form']) => Readonly<Record<string, string | undefined>>
  /** What the operation takes beside the fields: by default what the address names. */
  given?: (call: SignedInCall) => Readonly<Record<string, unknown>>
  /** Acts once however often it is sent. */
  once?: true
  /** Faults that are about the whole of the form. */
  faults?: readonly FaultCode[]
  /** The page that the form is on, with what was refused for `form`. */
  page: Redraw
  done: (call: SignedInCall, answer: A) => Reply | Promise<Reply>
}

export type FormSpec<I extends TObject, A> = Words & ActionSpec<I, A>

export type FormOf = {
  screens: readonly Screen[]
  /** The form for its page. `action` is its address, with the names in it filled. */
  form: (action: string, values?: Readonly<Record<string, unknown>>, drawn?: Drawn, refused?: Refused) => Child
}

export function formScreen<I extends TObject, A>(spec: FormSpec<I, A>): FormOf {
  const { at, operator, operation, fields, part, read, given, once, faults, page, done, ...words } = spec
  const schema = part?.schema ?? operation.input
  const names = [...fields, ...(words.rules ?? []).flatMap(namesIn)]
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

/** What a form is sent to that its page draws by itself. */
export function formAction<I extends TObject, A>(spec: ActionSpec<I, A>): Screen {
  const { at, operator, operation, fields, part, read, given, once, faults, page, done } = spec
  const schema = part?.schema ?? operation.input
  return (operator ? platformAction : action)(at, async (call) => {
    const sent = filled(schema, read?.(call.form) ?? call.form, fields)
    const { ws: _, ...named } = call.params
    const known = given?.(call) ?? named
    const input = { ...(part ? part.input(sent) : sent), ...known }
    try {
      return await done(call, await call.call(operation, input as Asked<I>, { once }))
    } catch (error) {
      const values = { ...call.form, ...listsIn(known) }
      const draw = (issues: Issue[]) => page(call, { values, issues: issuesOfPart(issues, part?.name ?? '') })
      return refusedPage(error, draw, faults)
    }
  })
}

/** A form has one value of each name: several come with what is given. */
const listsIn = (known: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(known).filter(([, value]) => Array.isArray(value)))

/** A box without a tick is not sent, so it would show what is stored. */
const ticksIn = ({ properties }: TObject, { values }: Refused, names: readonly string[]) =>
  Object.fromEntries(
    names
      .filter((name) => (properties[name] as { type?: string } | undefined)?.type === 'boolean')
      .map((name) => [name, values[name] === 'true']),
  )
