import type { CsvAnswer, FileAnswer } from '../../kernel/operation/operation.ts'
import { csvResponse } from './csv.ts'

/** The file that an operation produces, as a download. */
export function fileResponse(
  type: 'text/csv' | 'application/pdf',
  file: CsvAnswer | FileAnswer,
  failed: (error: unknown) => void,
): Response {
  if ('lines' in file) return csvResponse(file, failed)
  return new Response(file.bytes as Uint8Array<ArrayBuffer>, {
    headers: { 'content-type': type, 'content-disposition': `attachment; filename="${file.filename}"` },
  })
}
