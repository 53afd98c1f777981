import { decodeFile } from '@waybill/domain/kit/texts/decode-text'

type Answer = { text: string } | { problem: string }

/** Time limit for reading a spreadsheet, in ms. */
const timeout_ms = 30_000

/** Spreadsheet file types; import file inputs add them to their own types. */
export const spreadsheet_types = '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Returns the text of a file in any supported charset. Rejects with a displayable sentence when it is not text. */
export async function plainFileText(file: File): Promise<string> {
  const decoded = decodeFile(new Uint8Array(await file.arrayBuffer()))
  if ('problem' in decoded) throw new Error(decoded.problem)
  return decoded.text
}

/**
 * Returns the text of a file of lines: a CSV file as it is, the first sheet of an Excel file as CSV. Rejects with a
 * displayable sentence when it cannot be read. Spreadsheets are read in a web worker, so that the page stays
 * responsive whatever they contain.
 */
export async function fileText(file: File): Promise<string> {
  if (/\.(xls|xlsm|xlsb|ods|numbers)$/i.test(file.name))
    throw new Error(`${file.name} is not a supported spreadsheet. Save it as .xlsx or CSV.`)
  if (!/\.xlsx$/i.test(file.name)) return plainFileText(file)
  const answer = await readBeside(await file.arrayBuffer())
  if ('problem' in answer) throw new Error(answer.problem)
  return answer.text
}

function readBeside(bytes: ArrayBuffer): Promise<Answer> {
  const worker = new Worker(new URL('./spreadsheet.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Answer>((resolve) => {
    const givenUp: Answer = { problem: 'The spreadsheet could not be read. Save it as CSV and try again.' }
    const timer = setTimeout(() => resolve(givenUp), timeout_ms)
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      clearTimeout(timer)
      resolve(data)
    })
    worker.addEventListener('error', () => {
      clearTimeout(timer)
      resolve(givenUp)
    })
    worker.postMessage(bytes, [bytes])
  }).finally(() => worker.terminate())
}
