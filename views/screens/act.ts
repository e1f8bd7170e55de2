/** Acts of one operation, and their API equivalent: the same input, printed instead of sent. */
import type { TObject } from 'typebox'
import {
  action,
  type FormInput,
  type PlannedCall,
  platformAction,
  type Reply,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import type { Operation } from '../../src/kernel/operation/operation.ts'

export type AfterAct<A> = (call: SignedInCall, answer: A) => Reply | Promise<Reply>

type Input<I extends TObject> = Partial<FormInput<I>>
export type MoreInput<I extends TObject> = Input<I> | ((call: SignedInCall) => Input<I> | Promise<Input<I>>)

export type ActOptions = {
  /** A repeated submit acts once. */
  once?: true | undefined
  /** Answers a refusal, or throws it again. */
  refused?: (call: SignedInCall, error: unknown) => Reply | Promise<Reply>
}

/** A call, and what its answer leads to. */
export type OneCall<R = Reply> = PlannedCall & { done: (answer: never) => R | Promise<R>; once?: true | undefined }

export const oneCall = <I extends TObject, A, R = Reply>(
  operation: Operation<I, A>,
  input: FormInput<I>,
  done: (answer: A) => R | Promise<R>,
  once?: true,
): OneCall<R> => ({ operation, input, done, once })

/** The screen of an act whose form decides what is called. */
export const callScreen = (
  post: typeof action,
  at: string,
  callOf: (call: SignedInCall) => OneCall | Promise<OneCall>,
  refused?: ActOptions['refused'],
): Screen => ({
  ...post(at, async (call) => {
    try {
      const { operation, input, done, once } = await callOf(call)
      return await done((await call.call(operation, input, { once })) as never)
    } catch (error) {
      if (!refused) throw error
      return refused(call, error)
    }
  }),
  calls: async (call) => [await callOf(call)],
})

/** The input is what the form and the path name, and `more`. */
const actOn =
  (post: typeof action) =>
  <I extends TObject, A>(
    at: string,
    operation: Operation<I, A>,
    done: AfterAct<A>,
    more: MoreInput<I> = {},
    { once, refused }: ActOptions = {},
  ): Screen => {
    const isInput = ([name]: [string, unknown]) => Object.hasOwn(operation.input.properties, name)
    const callOf = async (call: SignedInCall) => {
      const named = Object.entries({ ...call.form, ...call.params }).filter(isInput)
      const input = { ...Object.fromEntries(named), ...(typeof more === 'function' ? await more(call) : more) }
      return { operation, input, done: (answer: A) => done(call, answer), once }
    }
    return callScreen(post, at, callOf, refused)
  }

export const act = actOn(action)
export const platformAct = actOn(platformAction)
