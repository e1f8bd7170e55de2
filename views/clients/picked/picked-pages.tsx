/** Tags, archive and restore of ticked clients: each is one call with their ids. */

import { action, type Markup, type Screen, type SignedInCall } from '../../../src/doors/pages/web.ts'
import { alphabetOf } from '../../../src/kernel/language/alphabet.ts'
import { updateTenants } from '../../../src/operations/tenants/many.ts'
import type { Question } from '../../parts/forms/dialogs.tsx'
import { many } from '../../parts/text/format.ts'
import { callScreen, oneCall } from '../../screens/act.ts'
import { formScreen, type RefusedForm } from '../../screens/form-screen.tsx'
import { assertMay, confirmPage, drawPage } from '../../shell.tsx'
import { STOPS } from '../archive-questions.ts'
import type { ClientRow } from '../client-row.ts'
import {
  atNewTags,
  knownTags,
  NEW_TAGS,
  NEW_TAGS_HINT,
  NEW_TAGS_SCHEMA,
  sentTags,
  tagSchema,
  tagWords,
} from '../tag-fields.ts'
import { afterPicked, asking, clientsOf, crumbsOf, idsIn, listOf, namesOf, pickedIn } from './picked.tsx'
import { transferManyScreens } from './transfer-many.tsx'

const creditsIn = (clients: readonly ClientRow[]): string[] => {
  const sum = clients.reduce((all, { available }) => all + available, 0)
  return sum > 0
    ? [
        `Their ${many(sum, 'index credit')} stay in them and cannot be used meanwhile. Take them back first if you need them.`,
      ]
    : []
}

type Turn = { archived: boolean; question(clients: readonly ClientRow[]): Question; done: string }

const TURNS: Record<'archive' | 'restore', Turn> = {
  archive: {
    archived: true,
    question: (clients) => ({
      title: `Archive ${clientsOf(clients.length)}?`,
      body: 'You can undo this at any time: choose “Show archived” in the menu, tick them and restore them.',
      points: [namesOf(clients), ...STOPS.many, ...creditsIn(clients)],
      verb: `Archive ${clientsOf(clients.length)}`,
    }),
    done: 'archived. “Show archived” in the menu lists them, to restore them.',
  },
  restore: {
    archived: false,
    question: (clients) => ({
      title: `Restore ${clientsOf(clients.length)}?`,
      body: 'You can archive them again at any time.',
      points: [
        namesOf(clients),
        'Their people can open them again, and their API keys work.',
        'Links that waited are sent, and standing pushes run.',
      ],
      verb: `Restore ${clientsOf(clients.length)}`,
      tone: 'plain',
    }),
    done: 'restored. Waiting links are sent again.',
  },
}

const turnScreens = (act: keyof typeof TURNS): Screen[] => {
  const { archived, question, done } = TURNS[act]
  const href = (call: SignedInCall) => `${listOf(call)}/picked/${act}`
  const ask = async (call: SignedInCall) => {
    assertMay(call, updateTenants)
    const clients = await pickedIn(call, (client) => client.archived !== archived)
    const fields = { id: clients.map(({ id }) => id) }
    const crumbs = crumbsOf(call)
    return confirmPage(call, question(clients), { href: href(call), back: listOf(call), crumbs, fields })
  }
  return [
    asking(`/clients/picked/${act}/ask`, ask),
    callScreen(action, `/clients/picked/${act}`, (call) =>
      oneCall(updateTenants, { ids: idsIn(call), archived, add_tags: undefined, remove_tags: undefined }, (answer) =>
        afterPicked(call, { done: `${clientsOf(answer.changed.length)} ${done}`, refused: answer.refused }),
      ),
    ),
  ]
}

const tags = formScreen({
  at: '/clients/picked/tags',
  operation: updateTenants,
  fields: [],
  given: (call) => ({ ids: idsIn(call), add_tags: sentTags(call, 'add_tags'), remove_tags: call.all('remove_tags') }),
  hints: { [NEW_TAGS]: NEW_TAGS_HINT },
  verb: 'Change tags',
  page: askTags,
  done: (call, { changed, refused }) =>
    afterPicked(call, { done: `Tags of ${clientsOf(changed.length)} changed.`, refused }),
})

async function askTags(call: SignedInCall, refused?: RefusedForm): Promise<Markup> {
  assertMay(call, updateTenants)
  const clients = await pickedIn(call, () => true)
  const used = [...new Set(clients.flatMap((client) => client.tags))].toSorted(alphabetOf())
  const known = (await knownTags(call)).filter((tag) => !clients.every((client) => client.tags.includes(tag)))
  const drawn = {
    schema: {
      properties: {
        add_tags: tagSchema(known, 'Add'),
        [NEW_TAGS]: NEW_TAGS_SCHEMA,
        remove_tags: tagSchema(used, 'Remove'),
      },
    },
    fields: [...(known.length > 0 ? ['add_tags'] : []), NEW_TAGS, ...(used.length > 0 ? ['remove_tags'] : [])],
    words: { add_tags: tagWords(known), remove_tags: tagWords(used) },
    hidden: { id: clients.map(({ id }) => id) },
  }
  return drawPage(
    call,
    { title: `Tags of ${clientsOf(clients.length)}`, sub: namesOf(clients), crumbs: crumbsOf(call), detail: true },
    tags.form(
      `${listOf(call)}/picked/tags`,
      {},
      drawn,
      refused && { ...refused, issues: atNewTags(refused.issues, 'add_tags') },
    ),
  )
}

export const pickedClientScreens: readonly Screen[] = [
  ...transferManyScreens,
  asking('/clients/picked/tags/ask', askTags),
  ...tags.screens,
  ...turnScreens('archive'),
  ...turnScreens('restore'),
]
