/** Tags: free words that the staff above a workspace keeps with it. */

import Type from 'typebox'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { alphabetOf } from '../../kernel/language/alphabet.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { below } from './tree.ts'

export const MOST_TAGS = 10

/** Without commas, which separate tags in forms and files. */
export const Tag = Type.String({
  title: 'Tag',
  description: 'Without commas',
  minLength: 1,
  maxLength: 40,
  pattern: '^[^\\S\\x00-\\x1f\\x7f]*[^\\s,\\x00-\\x1f\\x7f][^,\\x00-\\x1f\\x7f]*$',
})

export const Tags = Type.Array(Tag, {
  title: 'Tags',
  description: `Words for your own staff, at most ${MOST_TAGS}`,
  maxItems: MOST_TAGS,
})

export const tagsIn = (stored: string): string[] => JSON.parse(stored) as string[]

const folded = (tag: string): string => tag.toLocaleLowerCase('en')
const spaced = (tag: string): string => tag.trim().replace(/\s+/g, ' ')

/**
 * Reads the spelling of the caller's workspaces once. The returned function gives tags in that spelling, each once, in
 * the order of the alphabet. @throws 422 beyond the most
 */
export function tagSpeller(tx: ReadTx, caller: Caller): (tags: readonly string[]) => string[] {
  const known = new Map(tagsUsed(tx, caller).map((tag) => [folded(tag), tag]))
  return (tags) => {
    for (const tag of tags.map(spaced)) if (!known.has(folded(tag))) known.set(folded(tag), tag)
    const given = new Set(tags.map((tag) => folded(spaced(tag))))
    if (given.size > MOST_TAGS)
      throw invalid({ path: 'tags', message: `must not be more than ${MOST_TAGS} for a workspace` })
    return [...given].map((tag) => known.get(tag)!).toSorted(alphabetOf())
  }
}

/** All tags of workspaces below the caller's. */
const tagsUsed = (tx: ReadTx, caller: Caller): string[] =>
  tx
    .rows<{ tag: string }>(
      `select distinct w.value as tag from tenants t, json_each(t.tags) w where t.path > ? and t.path < ? and t.tags <> '[]'`,
      ...below(caller.platform ? '/' : caller.path),
    )
    .map(({ tag }) => tag)

/** Writes tags as the speller returned them. */
export const setTags = (tx: Tx, id: string, tags: readonly string[]): number =>
  tx.run('update tenants set tags = ?, updated_at = ? where id = ?', JSON.stringify(tags), tx.now, id)

/** Tags after an addition and a removal, which is given in any spelling. */
export function changedTags(before: readonly string[], add: readonly string[], remove: readonly string[]): string[] {
  const gone = new Set(remove.map((tag) => folded(spaced(tag))))
  return [...before.filter((tag) => !gone.has(folded(tag))), ...add]
}
