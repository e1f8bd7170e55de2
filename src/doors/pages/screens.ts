/** Screens of the pages, and their arguments. */
import type { Static, TObject } from 'typebox'
import type { Visitor } from '../../domains/accounts/index.ts'
import type { Reader } from '../../kernel/language/reader.ts'
import type { App } from '../../kernel/operation/app.ts'
import type { Caller, ProofMethod } from '../../kernel/operation/caller.ts'
import { type Fault, notFound } from '../../kernel/operation/fault.ts'
import type { AnyOperation, Operation } from '../../kernel/operation/operation.ts'
import type { Visit } from '../visit.ts'
import type { Flash, Reply } from './reply.ts'

export type Call = {
  app: App
  site: Site
  request: Request
  visit: Visit
  /** Names in braces of the screen's path. */
  params: Record<string, string>
  query: Record<string, string>
  /** The first value of each field; `all` has every value. */
  form: Record<string, string>
  all(name: string): string[]
  cookies(name: string): string | null
  /** A word left by the page before, shown once. */
  flash: Flash | null
  /** Whether htmx asks for a part of the page only. */
  partial: boolean
  /** The site of an app that the answer to this form leads to, which the page with the form has to allow. */
  leads_to?: string
}

/** A screen behind sign-in: it acts in the workspace that its path names, and can do nothing that the API forbids. */
export type SignedInCall = Call & {
  visitor: Visitor
  caller: Caller
  /** `/app/w/{ws}`, where the screens of this workspace live. */
  base: string
  /** Invokes an operation as the visitor. */
  call<I extends TObject, A>(operation: Operation<I, A>, input: FormInput<I>, options?: CallOptions): Promise<A>
}

/**
 * Input that a page gives an operation: each field has the type of its schema, or is text from a form or an address,
 * which the schema parses. A required field must be named here; without its text the operation refuses.
 */
export type FormInput<I extends TObject> = { [K in keyof Static<I>]: Static<I>[K] | string | undefined }

/** `here`: of this workspace and those below it alone, also for a platform admin, who may reach all. */
export type CallOptions = {
  /** Acts once however often the form is sent, by the key that the form carries. */
  once?: true
  /** A key of its own, where one form makes several calls. */
  idempotency_key?: string
  here?: boolean
}

export type Public = {
  access: 'public'
  /** A POST that programs of others make: it is carried by its address alone, so cookies and body do not count. */
  anywhere?: true
  handle(call: Call): Promise<Reply> | Reply
}
export type SignedIn = {
  access: 'workspace'
  /** The operation that takes the list in its form. A visitor who may call it may send up to 32 MiB. */
  list_for?: AnyOperation
  handle(call: SignedInCall): Promise<Reply> | Reply
}
export type PlannedCall = { operation: AnyOperation; input: Readonly<Record<string, unknown>> }

/** `calls`: the operations that a form calls with its values, in order: its API equivalent. */
export type Screen = {
  method: 'GET' | 'POST'
  path: string
  calls?(call: SignedInCall): readonly PlannedCall[] | Promise<readonly PlannedCall[]>
} & (Public | SignedIn)

/** Arguments of the form that asks for a proof: the methods, and the waiting form, sealed. */
export type ProofPrompt = {
  /** The person, as the reader of the page. */
  to: Reader
  methods: readonly ProofMethod[]
  /** Options for a passkey as JSON; none where the person has no passkey at this address. */
  passkey?: string | undefined
  /** Where it is proved at the identity provider, for a person who signed in there and has no factor. */
  provider?: { name: string; href: string } | undefined
  held: string
  email: string
  leads_to?: string | undefined
  error?: string | undefined
}

/** Places in pages that features fill. A page declares its own with `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: pages add to it
export interface Slots {}

/** Pages of a feature, and its parts of other pages. */
export type FeaturePages = { screens: readonly Screen[]; slots?: Partial<Slots> }

/** Parts that features put into this place, in their order. */
export const filled = <K extends keyof Slots>({ site }: { site: Pick<Site, 'slots'> }, slot: K): Slots[K][] =>
  site.slots.map((one) => one[slot] as Slots[K] | undefined).filter((part) => part !== undefined)

/** The parts that the pages bring: the screens, and the page for errors. Pages add to it with `declare module`. */
export interface Site {
  screens: readonly Screen[]
  slots: readonly Partial<Slots>[]
  /** `within`: the call of a signed-in person, whose page shows the error. */
  refusal(call: Call, fault: Fault, within: SignedInCall | null): Promise<Reply>
  /** Asks for a proof of who the visitor is, before the form that they sent is carried out. */
  proof(call: Call, asked: ProofPrompt, fault: Fault): Promise<Reply>
  /** The reader of a page. */
  readerOf(call: SignedInCall): Reader
  /** Shows the API calls that a form would make, in order. */
  planned(call: SignedInCall, calls: readonly PlannedCall[]): Reply | Promise<Reply>
}

const signedIn =
  (method: Screen['method'], prefix: string) =>
  (path: string, handle: SignedIn['handle']): Screen => ({ method, path: prefix + path, access: 'workspace', handle })
const ofAnybody =
  (method: Screen['method']) =>
  (path: string, handle: Public['handle']): Screen => ({ method, path, access: 'public', handle })

/** A screen of a workspace: `/app/w/{ws}` + path. */
export const page = signedIn('GET', '/app/w/:ws')
export const action = signedIn('POST', '/app/w/:ws')

/** An action whose form has a list of URLs, for this operation. */
export const listAction = (path: string, list_for: AnyOperation, handle: SignedIn['handle']): Screen => ({
  ...action(path, handle),
  access: 'workspace',
  list_for,
  handle,
})

/** A screen of the whole install, for platform admins: `/app/platform` + path. To others it is not there. */
const ofInstall =
  (method: Screen['method']) =>
  (path: string, handle: SignedIn['handle']): Screen =>
    signedIn(method, '/app/platform')(path, (call) => {
      if (!call.caller.platform) throw notFound('page')
      return handle(call)
    })
export const platformPage = ofInstall('GET')
export const platformAction = ofInstall('POST')

/** A screen for anybody, at its own path. */
export const publicPage = ofAnybody('GET')
export const publicAction = ofAnybody('POST')
/** A POST for other programs; its rights are sealed in its address. */
export const actionFromAnywhere = (path: string, handle: Public['handle']): Screen => ({
  method: 'POST',
  path,
  access: 'public',
  anywhere: true,
  handle,
})
