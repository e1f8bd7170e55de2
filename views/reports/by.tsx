import type { Child } from '../jsx/elements.ts'
import { Avatar } from '../parts/person.tsx'

type ByProps = { client: { name: string; logo_url?: string | null | undefined }; lines: readonly Child[] }

/** Whose report it is, and who made it. */
export const By = ({ client, lines }: ByProps) => (
  <div class="row by">
    <Avatar name={client.name} logo_url={client.logo_url ?? null} />
    <div>
      <b>{client.name}</b>
      {lines.map((line) => (
        <p class="hint">{line}</p>
      ))}
    </div>
  </div>
)
