/** Questions before a workspace is archived, restored or deleted. */
import type { Question } from '../parts/forms/dialogs.tsx'

type Named = { name: string }

export const ENDING: Record<'archive' | 'restore' | 'delete', (workspace: Named) => Question> = {
  archive: ({ name }) => ({
    title: `Archive ${name}?`,
    body: 'Its keys and those of workspaces below it stop, and unsent links wait. Sent links are still checked, and refunds still arrive. You can restore it at any time.',
    verb: 'Archive',
  }),
  restore: ({ name }) => ({
    title: `Restore ${name}?`,
    body: 'Its keys work again, and waiting links are sent.',
    verb: 'Restore',
    tone: 'plain',
  }),
  delete: ({ name }) => ({
    title: `Delete ${name}?`,
    body: 'This cannot be undone. Only a workspace without jobs, credits and workspaces below it can be deleted. Archive any other.',
    verb: 'Delete',
    word: name,
  }),
}
