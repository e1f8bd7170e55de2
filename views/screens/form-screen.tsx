/**
 * A form that calls an operation: fields from the operation's input, faults drawn at their fields on the page that the form
 * is on, one key so that a form sent twice acts once, and where it leads.
 */
import type { TObject } from 'typebox'
import {
  type Asked,
  action,
  htmlResponse,
  type Markup,
  platformAction,
  type Reply,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import type { Fault, FaultCode } from '../../src/kernel/operation/fault.ts'
import type { Operation } from '../../src/kernel/operation/operation.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import type { Child } from '../jsx/elements.ts'
import { filled } from '../parts/filled.ts'
import { Form, type FormProps, type Issue } from '../parts/form.tsx'
import { issuesIn } from '../refused.ts'

/** What was sent and refused. */
export type Refused = { values: Readonly<Record<string, unknown>>; issues: readonly Issue[] }

type Words = Pick<
  FormProps,
  'verb' | 'labels' | 'hints' | 'words' | 'inputs' | 'class' | 'tone' | 'wide' | 'beside' | 'id'
>

export type FormSpec<I extends TObject, A> = Words & {
  /** Where it is sent: `/invites`, `/invites/:id/send`. */
  at: string
  operator?: boolean
  operation: Operation<I, A>
  /** Which fields, in this order. */
  fields: readonly (string & keyof I['properties'])[]
  /** What the operation takes beside the fields: by default what the address names. */
  given?: (call: SignedInCall) => Readonly<Record<string, unknown>>
  /** Acts once however often it is sent. */
  once?: boolean
  /** Faults that are about the whole of the form. */
  faults?: readonly FaultCode[]
  /** The page that the form is on, with the form as it was sent. */
  page: (call: SignedInCall, form: Child) => Markup | Promise<Markup>
  done: (call: SignedInCall, answer: A) => Reply | Promise<Reply>
}

export type FormOf = {
  screens: readonly Screen[]
  /** The form for its page. `action` is its address, with the names in it filled. */
  form: (action: string, values?: Readonly<Record<string, unknown>>, refused?: Refused) => Child
}

export function formScreen<I extends TObject, A>(spec: FormSpec<I, A>): FormOf {
  const { at, operator, operation, fields, given, once, faults, page, done, ...words } = spec
  const post = operator ? platformAction : action
  const form: FormOf['form'] = (address, values, refused) => (
    <Form
      {...words}
      action={address}
      schema={operation.input}
      fields={fields}
      values={refused?.values ?? values}
      issues={refused?.issues}
      hidden={once ? { idempotency_key: newId() } : {}}
    />
  )
  const send = async (call: SignedInCall): Promise<Reply> => {
    const input = { ...filled(operation.input, call.form, fields), ...(given?.(call) ?? call.params) }
    const options = once ? { idempotency_key: call.form.idempotency_key } : {}
    try {
      return await done(call, await call.call(operation, input as Asked<I>, options))
    } catch (error) {
      const refused = { values: call.form, issues: issuesIn(error, faults) }
      const address = new URL(call.request.url).pathname
      return htmlResponse(await page(call, form(address, undefined, refused)), (error as Fault).status)
    }
  }
  return { screens: [post(at, send)], form }
}
