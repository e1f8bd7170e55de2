/** Notes on the axis of the results: list, form and their acts. */

import { goTo, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { addResultNote, deleteResultNote, getResultNotes } from '../../src/features/results/operations.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { said, say, text } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { localDay } from '../../src/kernel/time/zones.ts'
import type { Child } from '../jsx/elements.ts'
import { Fold } from '../kit/fold.tsx'
import { Post } from '../parts/forms/post.tsx'
import type { Query } from '../parts/lists/list.ts'
import { countedDay } from '../parts/text/format.ts'
import { act } from '../screens/act.ts'
import { formScreen, type Redraw, type RefusedForm } from '../screens/form-screen.tsx'
import { may, zoneOf } from '../shell.tsx'
import { nameOf } from '../suppliers/vendors.ts'
import { workspacesBelow } from '../workspaces-below.ts'

type Note = AnswerOf<typeof getResultNotes>['notes'][number]
export type NotesProps = {
  items: readonly Note[]
  /** The form of a new note. */
  form: Child
  open: boolean
  self: string
  zone: Reader
  back: string
}

/** `Site relaunch, Quay Hotels`, and what the product writes itself. */
export const wordsOfNote = ({ id, text, tenant_name }: Note, to: Reader): string =>
  id === null ? say(to, 'New supplier: {name}', { name: nameOf(text) }) : [text, tenant_name].filter(Boolean).join(', ')

export const Notes = ({ items, form, open, self, zone, back }: NotesProps) => (
  <Fold
    id="notes"
    open={open}
    summary={<b>{say(zone, '{n, plural, =0 {No notes} one {# note} other {# notes}}', { n: items.length })}</b>}
  >
    <ul class="notes">
      {items.map((note) => (
        <li>
          <span dir="auto">{wordsOfNote(note, zone)}</span>
          <span class="muted">{[countedDay(note.day, zone), note.created_by].filter(Boolean).join(', ')}</span>
          {note.id && (
            <Post
              to={zone}
              action={`${self}/notes/${note.id}/delete`}
              fields={{ back }}
              class="btn small quiet"
              icon="trash-2"
              label={say(zone, 'Delete')}
              of={`: ${wordsOfNote(note, zone)}`}
            />
          )}
        </li>
      ))}
    </ul>
    {form}
  </Fold>
)

/** Where a form of notes leads back to: the results as they were. */
const backOf = ({ base, form }: SignedInCall): string =>
  form.back?.startsWith(`${base}/cohorts`) ? form.back : `${base}/cohorts`

/** The forms of notes; `page` draws the results with a refused one. */
export function notesWith(page: Redraw) {
  const add = formScreen({
    at: '/cohorts/notes',
    operation: addResultNote,
    fields: [],
    sentence: said('On {day}: {text}, for {client}.', { day: '{day}', text: '{text}', client: '{tenant_id}' }),
    empty: { text: text('Site relaunch') },
    verb: text('Add note'),
    page,
    done: (call) => goTo(backOf(call), { text: say(zoneOf(call), 'Noted.') }),
  })
  const remove = act('/cohorts/notes/:id/delete', deleteResultNote, (call) =>
    goTo(backOf(call), { text: say(zoneOf(call), 'Note deleted.') }),
  )
  return { screens: [...add.screens, remove] as readonly Screen[], read }

  /** `back`: the address of the results as they are. */
  async function read(
    call: SignedInCall,
    scope: Query,
    back: string,
    refused?: RefusedForm,
  ): Promise<NotesProps | null> {
    if (!may(call, getResultNotes)) return null
    const { tenant_id, last_weeks } = scope
    const own = call.caller.tenant_id
    const { notes } = await call.call(getResultNotes, { tenant_id, last_weeks })
    const writes = may(call, addResultNote)
    const open = call.query.open === 'note' || refused !== undefined
    const about = open && writes ? await workspacesBelow(call) : []
    const words = Object.fromEntries(
      about.map(({ id, name }) => [id, id === own && about.length > 1 ? say(zoneOf(call), 'all clients') : name]),
    )
    const { properties, required } = addResultNote.input
    const schema = { properties: { ...properties, tenant_id: { title: 'Client', enum: Object.keys(words) } }, required }
    const values = { day: localDay(call.visitor.user.time_zone, call.app.clock.now()), tenant_id: tenant_id ?? own }
    const { base } = call
    const form =
      open &&
      writes &&
      add.form(
        `${base}/cohorts/notes`,
        values,
        { to: zoneOf(call), schema, words: { tenant_id: words }, hidden: { back } },
        refused,
      )
    return {
      items: notes.map((note) => (note.tenant_id === own ? { ...note, tenant_name: null } : note)),
      form,
      open,
      self: `${base}/cohorts`,
      zone: zoneOf(call),
      back,
    }
  }
}
