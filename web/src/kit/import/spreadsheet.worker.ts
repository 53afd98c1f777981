import { readSpreadsheet } from './read-spreadsheet.ts'

addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  void readSpreadsheet(data).then((answer) => postMessage(answer))
})
