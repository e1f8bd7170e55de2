/** Whether a caller may call an operation at all, whatever the input. */
import type { App } from './app.ts'
import type { Input } from './call.ts'
import { type Caller, isAtOwnDomain, isNowhere } from './caller.ts'
import { Fault, forbidden } from './fault.ts'
import { type AnyOperation, changes, isOwnAccount, mayCall } from './operation.ts'

export function admit(operation: AnyOperation, caller: Caller): void {
  if (caller.viewing && changes(operation)) throw forbidden(caller.viewing === 'sample' ? SAMPLE_ONLY : VIEWING_ONLY)
  if (!isOwnAccount(operation)) assertEnrolled(caller)
  if (isNowhere(caller) && !isOwnAccount(operation))
    throw forbidden('You are not a member of any workspace. Your own account is all you can see and change.')
  if (!caller.approved && changes(operation))
    throw new Fault('awaiting_approval', 'Your account awaits approval. You will get an e-mail when it is open.')
  if (operation.role === 'platform' && !caller.platform) throw forbidden('Only the platform admin may do this.')
  if (!caller.platform && caller.role === 'client_viewer' && caller.via !== 'session' && changes(operation))
    throw new Fault('read_only_key', caller.via === 'oauth' ? READ_ONLY_PERSON : READ_ONLY_KEY)
  if (operation.person && caller.via !== 'session')
    throw forbidden('Only a signed-in person can do this. API keys and apps cannot.')
  if (!mayCall(operation, caller))
    throw forbidden(`This needs the role ${operation.role} or higher; yours is ${caller.role}.`)
}

/**
 * Throws 403 at an own domain, and for a key that is being replaced, for what would outlast them: whatever the input, or
 * with this one.
 */
export function assertAtInstall(
  { config }: Pick<App, 'config'>,
  { at_install }: AnyOperation,
  caller: Caller,
  parsed?: Input,
): void {
  if (at_install === undefined || !(isAtOwnDomain(caller) || caller.ending)) return
  if (at_install !== true && (!parsed || parsed.issues.length > 0 || !at_install.when(parsed.value as never))) return
  if (caller.ending)
    throw forbidden('This key is being replaced, and what it makes would outlast it. Use its replacement.')
  throw forbidden(`This is not possible at an own domain. Sign in at ${config.site_url} to do it.`)
}

/** Throws 403 for somebody whose workspace asks for a second factor that they have not added yet. */
export function assertEnrolled({ must_enrol }: Caller): void {
  if (must_enrol) throw new Fault('second_factor_required', ENROL, { code: 'second_factor_required' })
}

const ENROL = 'A second factor is required. Add one on your account page; for a key or an app, its creator adds one.'
export const VIEWING_ONLY =
  'You are viewing this workspace as its admin, so nothing can be changed. Leave the view first.'
const SAMPLE_ONLY = 'This is sample data to look around in, so nothing is sent or changed.'
const READ_ONLY_KEY = 'This key may only read. Use a key with a higher role.'
/** A connected app with too little scope is refused earlier. */
const READ_ONLY_PERSON = 'You may only read in this workspace, and so may the apps that act for you.'
