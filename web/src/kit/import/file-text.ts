import { decodeFile } from '@waybill/domain/kit/texts/decode-text'

type Answer = { text: string } | { problem: string }

/** Milliseconds after which a spreadsheet is given up. */
const timeout_ms = 30_000

/** What file fields of imports take beside their own kinds. */
export const spreadsheet_types = '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The text of a file in whatever charset it was saved. Rejects with a sentence for people when it is no text. */
export async function plainFileText(file: File): Promise<string> {
  const decoded = decodeFile(new Uint8Array(await file.arrayBuffer()))
  if ('problem' in decoded) throw new Error(decoded.problem)
  return decoded.text
}

/**
 * The text of a file of lines: that of a CSV file, the first sheet of an Excel file as CSV. Rejects with a sentence for
 * people when it cannot be read. A spreadsheet is read beside the page, which stays usable whatever is in it.
 */
export async function fileText(file: File): Promise<string> {
  if (/\.(xls|xlsm|xlsb|ods|numbers)$/i.test(file.name))
    throw new Error(`${file.name} is a spreadsheet of another kind. Save it as .xlsx or CSV.`)
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
