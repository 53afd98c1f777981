type Answer = { text: string } | { problem: string }

/** Milliseconds after which a spreadsheet is given up. */
const timeout_ms = 30_000

/** What file fields of imports take beside their own kinds. */
export const spreadsheet_types = '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * The text of a file of lines: a CSV file as it is, the first sheet of an Excel file as CSV. Rejects with a sentence for
 * people when a spreadsheet cannot be read. It is read beside the page, which stays usable whatever is in it.
 */
export async function fileText(file: File): Promise<string> {
  if (/\.(xls|xlsm|xlsb|ods|numbers)$/i.test(file.name))
    throw new Error(`${file.name} is a spreadsheet of another kind. Save it as .xlsx or CSV.`)
  if (!/\.xlsx$/i.test(file.name)) return file.text()
  const answer = await readBeside(await file.arrayBuffer())
  if ('problem' in answer) throw new Error(answer.problem)
  return answer.text
}

function readBeside(bytes: ArrayBuffer): Promise<Answer> {
  const worker = new Worker(new URL('./spreadsheet.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Answer>((resolve) => {
    const given_up: Answer = { problem: 'The spreadsheet could not be read. Save it as CSV and try again.' }
    const timer = setTimeout(() => resolve(given_up), timeout_ms)
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      clearTimeout(timer)
      resolve(data)
    })
    worker.addEventListener('error', () => {
      clearTimeout(timer)
      resolve(given_up)
    })
    worker.postMessage(bytes, [bytes])
  }).finally(() => worker.terminate())
}
