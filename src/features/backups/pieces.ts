/** The temporary files beside a backup while it is made; an interrupted one leaves them behind. */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Removes temporary files of an interrupted backup, including SQLite's journal of the copy. */
export function removePieces(to: string): void {
  for (const piece of ['copy', 'copy-journal', 'copy-files', 'copy-files-wal', 'copy-files-shm', 'part', 'proof'])
    rmSync(`${to}.${piece}`, { recursive: true, force: true })
}

/**
 * Removes remains of interrupted backups in `folder`: those named, and any begun before the moment in the name
 * `oldest`. Newer ones may be manual backups that are still running.
 */
export function dropPieces(folder: string, broken: readonly string[], oldest: string): void {
  if (!existsSync(folder)) return
  for (const left of readdirSync(folder)) {
    const name = PIECE.exec(left)?.[1]
    if (name && (name < oldest || broken.includes(name))) rmSync(join(folder, left), { recursive: true, force: true })
  }
}

const PIECE = /^(signalpost-.*\.backup(?:\.age)?)\.(?:copy(?:-journal|-files(?:-wal|-shm)?)?|part|proof)$/
