/** Which operations name something of a workspace, by which inputs, and requests that do. */
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { operations } from '../../src/operations/index.ts'
import { type Answered, exampleOf, type Input } from './request.ts'

/** Ids in a path (`id`, `uid`, `rid`). Other names there are words of the product, the same in every install. */
const isId = (name: string): boolean => /^\w?id$/.test(name)
/** What belongs to a login, in whatever workspace. */
export const PERSONAL = [
  'delete_session',
  'delete_oauth_grant',
  'confirm_totp',
  'rename_factor',
  'delete_factor',
  'delete_own_identity',
]
/** What names somebody whose account is gone: no id is unknown to it. */
const OF_THE_GONE = ['erase_audit_words']
/** What belongs to the install, and to no workspace: there is one of it. */
export const OF_THE_INSTALL = ['get_error', 'resolve_error', 'delete_error']
const LETTER = { id: 'ten_bakery', to: ['vera@bakery.example'], subject: 'Your pages', text: 'See below.' }
/** Ids that stand in no example, each in a request of its own. */
const MORE_INPUTS: Record<string, Input[]> = {
  send_email: [
    { ...LETTER, question_id: 'que_bakery' },
    { ...LETTER, job_id: 'job_settled' },
  ],
  check_index: [{ job_id: 'job_settled' }],
  estimate_check: [{ job_id: 'job_settled' }],
  create_deploy_hook: [{ name: 'Deploys', mode: 'standard', tenant_id: 'ten_bakery', standing_push_id: 'stp_bakery' }],
  update_deploy_hook: [{ id: 'dph_bakery', standing_push_id: 'stp_bakery' }],
}

/** RFC 8628 calls so who we are at a supplier, RFC 5322 the header of an e-mail, Standard Webhooks that of an event. */
const NAMES_OF_STANDARDS = ['client_id', 'message_id', 'webhook_id']

/** The inputs that name something of a workspace: by the path, as a workspace, or as `…_id`. */
export function namesIn(operation: AnyOperation): string[] {
  if ([...PERSONAL, ...OF_THE_GONE].includes(operation.name)) return []
  const { path_names, tenant_names, input } = operation
  const others = Object.keys(input.properties).filter(
    (name) => name.endsWith('_id') && !NAMES_OF_STANDARDS.includes(name),
  )
  return [...new Set([...path_names.filter(isId), ...tenant_names, ...others])]
}

/** Requests that name something: the example, and it again with each workspace that may be named besides. */
export function inputsOf(operation: AnyOperation): Input[] {
  const example = exampleOf(operation)
  const left_out = operation.tenant_names.filter((name) => !(name in example))
  return [
    ...(namesIn(operation).some((name) => name in example) ? [example] : []),
    ...left_out.map((name) => ({ ...example, [name]: 'ten_bakery' })),
    ...(MORE_INPUTS[operation.name] ?? []),
  ]
}

export const operationsThatName = operations.filter((operation) => namesIn(operation).length > 0)

/** An id of the same kind that nothing has. */
export const unknown = (value: unknown): unknown => (typeof value === 'number' ? 999_999_999 : 'nothing-here')

/** What an answer says, but for the request's own id. */
export const anonymous = ({ text, json }: Answered): string => text.replaceAll(json!.error!.request_id, '')
