import { type InputRequiredResult, inputRequired, type ServerContext } from '@modelcontextprotocol/server'
import type { Waiting } from './tools.ts'

const ASKED = 'approval'
type Envelope = { 'io.modelcontextprotocol/clientCapabilities'?: { elicitation?: object } }

/**
 * An order that waits for a person, as a question that the client puts to them at once, where it can. What they answer
 * there decides nothing: only who signs in at the address does, and the client then calls again. Null where it was
 * asked already, or cannot be.
 */
export function askApproval(waits: Waiting, { mcpReq }: ServerContext): InputRequiredResult | null {
  const envelope = mcpReq.envelope as Envelope | undefined
  const offered = envelope?.['io.modelcontextprotocol/clientCapabilities']?.elicitation
  if (!offered || mcpReq.inputResponses?.[ASKED]) return null
  const message = `An order of ${waits.credits} credits waits for your approval at ${waits.approve_url}. Sign in there and decide, then go on here.`
  const question =
    'url' in offered
      ? inputRequired.elicitUrl({ message, url: waits.approve_url })
      : inputRequired.elicit({ message, requestedSchema: { type: 'object', properties: {} } })
  return inputRequired({ inputRequests: { [ASKED]: question } })
}
