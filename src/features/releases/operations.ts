import Type from 'typebox'
import { ProgramState, programState } from '../../domains/system/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { changesByVersion } from './changelog.ts'

export const getReleases = read({
  name: 'get_releases',
  route: 'GET /system/releases',
  role: 'platform',
  summary: 'Changes of each version of Signalpost, the version that ran before, and a newer one that is published.',
  input: Type.Object({}),
  output: Type.Object({
    ...ProgramState.properties,
    releases: Type.Array(
      Type.Object({
        version: Type.String(),
        is_new: Type.Boolean({ description: 'It came with the last update' }),
        notes: Type.String({ description: 'Changes, in Markdown' }),
      }),
      { description: 'The newest first' },
    ),
  }),
  example: {},

  handle({ tx, app }) {
    const program = programState(tx, app)
    return { ...program, releases: changesByVersion(app, program.previous_version) }
  },
})
