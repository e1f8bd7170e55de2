import type { App } from '../../kernel/operation/app.ts'
import type { CsvAnswer, FileAnswer, FileType } from '../../kernel/operation/operation.ts'
import { attachment } from '../attachment.ts'
import { csvResponse } from '../csv.ts'

/** The file that an operation produces, as a download. */
export function fileResponse(
  { ending }: Pick<App, 'ending'>,
  type: FileType,
  file: CsvAnswer | FileAnswer,
  failed: (error: unknown) => void,
): Response {
  if ('lines' in file) return csvResponse(file, failed, { type, ending: ending.signal })
  return new Response(file.bytes as Uint8Array<ArrayBuffer>, {
    headers: { 'content-type': type, 'content-disposition': attachment(file.filename) },
  })
}
