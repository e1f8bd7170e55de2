/** Tags in a form: boxes of those that clients have, and a line for new ones. */
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { listClients } from '../../src/operations/clients/clients.ts'
import { fieldOf, type Issue } from '../parts/forms/form.tsx'

export const NEW_TAGS = 'new_tags'
export const NEW_TAGS_HINT = 'Several with commas between them, such as Retainer, Q4.'

/** All tags of the clients below. */
export const knownTags = async (call: SignedInCall): Promise<string[]> =>
  (await call.call(listClients, { page_size: 1 }, { here: true })).tags.map(({ tag }) => tag)

export const tagWords = (tags: readonly string[]) => Object.fromEntries(tags.map((tag) => [tag, tag]))

export const tagSchema = (tags: readonly string[], title: string) => ({
  ...{ type: 'array', title, items: { type: 'string', enum: [...tags] } },
})
export const NEW_TAGS_SCHEMA = { type: 'string', title: 'New tag', maxLength: 300 }

/** Ticked and new ones of a sent form. */
export const sentTags = (call: SignedInCall, name: string): string[] =>
  [...call.all(name), ...(call.form[NEW_TAGS] ?? '').split(',')].map((tag) => tag.trim()).filter(Boolean)

/** Only a new tag can be refused. */
export const atNewTags = (issues: readonly Issue[], name: string): Issue[] =>
  issues.map((issue) => (fieldOf(issue) === name ? { ...issue, path: NEW_TAGS } : issue))
