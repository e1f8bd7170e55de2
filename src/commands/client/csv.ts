import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { SEPARATOR_NAMES } from '../../kernel/operation/csv.ts'
import { type Command, CommandError, EXIT, textOf } from '../framework/command.ts'
import { put, sayJson } from '../framework/terminal.ts'
import { allOf, CONNECTION, connect } from './connection.ts'
import { jobNamed } from './job.ts'
import { plainReason } from './local-file.ts'

export const command: Command = {
  name: 'csv',
  summary: 'Print the links of a job as CSV, each with its state.',
  words: [{ name: 'JOB', meaning: 'a job: its id, its name, or `last` for the newest', required: true }],
  options: {
    output: {
      short: 'o',
      value: 'FILE',
      file: true,
      meaning: 'write to this file, which is replaced only when all is written',
    },
    separator: {
      value: 'NAME',
      choices: SEPARATOR_NAMES,
      meaning:
        'what is between the cells: comma (default), semicolon or tab; Excel expects semicolons where 0,5 is a half',
    },
    ...CONNECTION,
  },
  examples: [
    { line: 'signalpost csv last > links.csv', meaning: 'Print the links of the newest job.' },
    {
      line: 'signalpost csv "Autumn menu" -o menu.csv',
      meaning: 'Write the links of a job, found by its name, to a file.',
    },
    {
      line: 'signalpost csv last --separator semicolon -o links.csv',
      meaning: 'Write a file that Excel in German or French opens by a double click.',
    },
  ],
  json: 'all items of GET /jobs/{id}/urls in one array',

  async run({ words: [word], options, json }) {
    const install = connect(options)
    const { id } = await jobNamed(install, word!)
    const path = textOf(options, 'output')
    const separator = textOf(options, 'separator')
    const file = `/jobs/${id}/csv${separator ? `?separator=${separator}` : ''}`
    if (json) sayJson(await allOf(install, `/jobs/${id}/urls`))
    else if (path) await save(install.file(file), path)
    else for await (const piece of withoutMark(install.file(file))) put(piece)
    return EXIT.well
  },
}

/** The mark is for Excel; in a pipe it would be a part of the first name. */
async function* withoutMark(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let first = true
  for await (const piece of pieces) {
    yield first && piece[0] === 0xef ? piece.subarray(3) : piece
    first = false
  }
}

async function save(pieces: AsyncIterable<Uint8Array>, path: string): Promise<void> {
  const part = `${path}.part${process.pid}`
  let file: number | null = null
  try {
    file = openSync(part, 'w')
    for await (const piece of pieces) for (let rest = piece; rest.length; ) rest = rest.subarray(writeSync(file, rest))
    fsyncSync(file)
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    const local = typeof (error as { syscall?: unknown }).syscall === 'string'
    throw local ? new CommandError(`"${path}": ${plainReason(error)}`) : error
  } finally {
    if (file !== null) closeSync(file)
  }
}
