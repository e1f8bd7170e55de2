import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Returns when the names in a folder are on the disk: a file that was renamed keeps its new name after a power cut. */
export function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
